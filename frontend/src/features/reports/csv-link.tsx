/** "reviews csv", for the team's admin. A link cannot say who asks, so the file is fetched and handed over. */
import { Button } from '@chakra-ui/react/button';
import { Box } from '@chakra-ui/react/box';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../platform/browser/download.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { fetchCsv } from './api.ts';
import type { Ask } from './ask.ts';
import { localOf } from './known-on.ts';
import { reportsText as text } from './messages.ts';

/** An Excel of a region that writes numbers with a comma divides columns at semicolons. */
const separators = [
  { sign: ',', label: text.comma },
  { sign: ';', label: text.semicolon },
] as const;

export function CsvLink({ team, ask }: { team: string; ask: Ask }) {
  const { startDate, endDate, asOf } = ask;
  const [separator, setSeparator] = useState<',' | ';'>(',');
  const file = `reviews-${startDate}-to-${endDate}${asOf ? `-as-known-${localOf(asOf).replace(':', '')}` : ''}.csv`;
  const {
    mutate: fetchIt,
    isPending,
    error,
  } = useMutation({ mutationFn: async () => download(await fetchCsv(team, ask, separator), file) });
  return (
    <>
      {error && (
        <Box flexBasis="100%">
          <ErrorAlert error={error} onRetry={() => fetchIt()} />
        </Box>
      )}
      <Box display="flex">
        <Button variant="outline" borderEndRadius="0" loading={isPending} onClick={() => fetchIt()}>
          <Download aria-hidden />
          {text.csv}
        </Button>
        <NativeSelect.Root width="auto">
          <NativeSelect.Field
            aria-label={text.separator}
            borderStartRadius="0"
            borderInlineStartWidth="0"
            value={separator}
            onChange={(event) => setSeparator(event.target.value === ';' ? ';' : ',')}
          >
            {separators.map(({ sign, label }) => (
              <option key={sign} value={sign}>{`${label} ${sign}`}</option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Box>
    </>
  );
}
