/** The reviews as CSV and as an Excel file, for the team's admin. A file is fetched: a link would carry no session token. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../platform/browser.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { Select } from '../../components/forms/select.tsx';
import { fetchReviewsFile } from './api.ts';
import type { ReportCriteria } from './report-criteria.ts';
import { toHospitalTime } from './hospital-time.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** Excel divides columns at semicolons in regions with a decimal comma. */
const separators = [
  { sign: ',', label: 'reports.comma' },
  { sign: ';', label: 'reports.semicolon' },
] as const;

type Format = 'csv' | 'xlsx';

export function ReviewsDownload({ team, criteria }: { team: string; criteria: ReportCriteria }) {
  const t = useTranslation();
  const { startDate, endDate, asOf } = criteria;
  const [separator, setSeparator] = useState<',' | ';'>(',');
  const known = asOf ? `-as-known-${toHospitalTime(asOf).replace(':', '')}` : '';
  const name = `reviews-${startDate}-to-${endDate}${known}`;
  const {
    mutate: fetchFile,
    variables,
    isPending,
    error,
  } = useMutation({
    mutationFn: async (format: Format) =>
      download(await fetchReviewsFile(team, criteria, format, separator), `${name}.${format}`),
  });
  const stateOf = (format: Format) => ({
    disabled: isPending,
    loading: isPending && variables === format,
    onClick: () => fetchFile(format),
  });
  return (
    <>
      {error && (
        <Box flexBasis="100%">
          <ErrorAlert error={error} onRetry={variables && (() => fetchFile(variables))} />
        </Box>
      )}
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
