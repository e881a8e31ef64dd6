/** The reviews, for the team's admin, and the figures of a report as CSV and as an Excel file. A file is fetched: a link would carry no session token. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../platform/browser.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { Select } from '../../components/forms/select.tsx';
import { fetchFiguresFile, fetchReviewsFile } from './api.ts';
import type { CompleteCriteria, ReportCriteria } from './report-criteria.ts';
import { toHospitalTime } from './hospital-time.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** Excel divides columns at semicolons in regions with a decimal comma. */
const separators = [
  { sign: ',', label: 'reports.comma' },
  { sign: ';', label: 'reports.semicolon' },
] as const;

type Format = 'csv' | 'xlsx';

/** @param name of the file, before its days */
function useFiles(
  name: string,
  { startDate, endDate, asOf }: ReportCriteria,
  fetch: (format: Format) => Promise<Blob>,
) {
  const known = asOf ? `-as-known-${toHospitalTime(asOf).replace(':', '')}` : '';
  const {
    mutate: fetchFile,
    variables,
    isPending,
    error,
  } = useMutation({
    mutationFn: async (format: Format) =>
      download(await fetch(format), `${name}-${startDate}-to-${endDate}${known}.${format}`),
  });
  return {
    failure: error && (
      <Box flexBasis="100%">
        <ErrorAlert error={error} onRetry={variables && (() => fetchFile(variables))} />
      </Box>
    ),
    stateOf: (format: Format) => ({
      disabled: isPending,
      loading: isPending && variables === format,
      onClick: () => fetchFile(format),
    }),
  };
}

/** The figures of a report that names no patients. */
export function FiguresDownload({ team, criteria }: { team: string; criteria: CompleteCriteria }) {
  const t = useTranslation();
  const { failure, stateOf } = useFiles(`report-${criteria.type}`, criteria, (format) =>
    fetchFiguresFile(team, criteria, format),
  );
  return (
    <>
      {failure}
      <Button variant="outline" {...stateOf('csv')}>
        <Download aria-hidden />
        {t('reports.figuresCsv')}
      </Button>
      <Button variant="outline" {...stateOf('xlsx')}>
        <FileSpreadsheet aria-hidden />
        {t('reports.figuresXlsx')}
      </Button>
    </>
  );
}

export function ReviewsDownload({ team, criteria }: { team: string; criteria: ReportCriteria }) {
  const t = useTranslation();
  const [separator, setSeparator] = useState<',' | ';'>(',');
  const { failure, stateOf } = useFiles('reviews', criteria, (format) =>
    fetchReviewsFile(team, criteria, format, separator),
  );
  return (
    <>
      {failure}
      <Box display="flex">
        <Button variant="outline" borderEndRadius="0" {...stateOf('csv')}>
          <Download aria-hidden />
          {t('reports.csv')}
        </Button>
        <Select
          width="auto"
          aria-label={t('reports.separator')}
          borderStartRadius="0"
          borderInlineStartWidth="0"
          value={separator}
          onChange={(sign) => setSeparator(sign === ';' ? ';' : ',')}
          options={separators.map(({ sign, label }) => [sign, `${t(label)} ${sign}`])}
        />
      </Box>
      <Button variant="outline" {...stateOf('xlsx')}>
        <FileSpreadsheet aria-hidden />
        {t('reports.xlsx')}
      </Button>
    </>
  );
}
