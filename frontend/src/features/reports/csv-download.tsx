/** "reviews csv", for the team's admin. The file is fetched: a link would carry no session token. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../platform/browser.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { fetchCsv } from './api.ts';
import type { ReportCriteria } from './report-criteria.ts';
import { toHospitalTime } from './hospital-time.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** Excel divides columns at semicolons in regions with a decimal comma. */
const separators = [
  { sign: ',', label: 'reports.comma' },
  { sign: ';', label: 'reports.semicolon' },
] as const;

export function CsvDownload({ team, criteria }: { team: string; criteria: ReportCriteria }) {
  const t = useTranslation();
  const { startDate, endDate, asOf } = criteria;
  const [separator, setSeparator] = useState<',' | ';'>(',');
  const known = asOf ? `-as-known-${toHospitalTime(asOf).replace(':', '')}` : '';
  const file = `reviews-${startDate}-to-${endDate}${known}.csv`;
  const {
    mutate: fetchFile,
    isPending,
    error,
  } = useMutation({ mutationFn: async () => download(await fetchCsv(team, criteria, separator), file) });
  return (
    <>
      {error && (
        <Box flexBasis="100%">
          <ErrorAlert error={error} onRetry={() => fetchFile()} />
        </Box>
      )}
      <Box display="flex">
        <Button variant="outline" borderEndRadius="0" loading={isPending} onClick={() => fetchFile()}>
          <Download aria-hidden />
          {t('reports.csv')}
        </Button>
        <NativeSelect.Root width="auto">
          <NativeSelect.Field
            aria-label={t('reports.separator')}
            borderStartRadius="0"
            borderInlineStartWidth="0"
            value={separator}
            onChange={(event) => setSeparator(event.target.value === ';' ? ';' : ',')}
          >
            {separators.map(({ sign, label }) => (
              <option key={sign} value={sign}>{`${t(label)} ${sign}`}</option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Box>
    </>
  );
}
