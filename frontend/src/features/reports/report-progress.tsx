/**
 * While a report is made: a bar as long as its reviews take (specification §9: their count divided by 250 is seconds,
 * for the tags report by 1000). It never says that it is done; the report does.
 */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useState } from 'react';
import type { ReportType } from 'command-api/domain/codes';
import { reportsText as text } from './messages.ts';

const TAGS = 5;
const STEP_MS = 200;
const ALMOST = 95;

export const secondsFor = (type: ReportType | undefined, total: number): number =>
  total / (type === TAGS ? 1_000 : 250);

export function ReportProgress({ type, total }: { type: ReportType | undefined; total: number | undefined }) {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setWaited((before) => before + STEP_MS / 1_000), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = total === undefined ? undefined : Math.max(secondsFor(type, total), STEP_MS / 1_000);
  const percent = seconds === undefined ? undefined : Math.min(ALMOST, Math.round((100 * waited) / seconds));
  const label = total === undefined ? text.working : text.workingOn(total);
  return (
    <Box marginBlock="6">
      <Box role="status" color="fg.muted" marginBlockEnd="2">
        {label}
      </Box>
      <Box
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        height="8px"
        bg="bg.muted"
        borderRadius="full"
        overflow="hidden"
      >
        <Box
          height="100%"
          bg="brand.solid"
          borderRadius="full"
          transition="width 0.2s linear"
          width={percent === undefined ? '30%' : `${percent}%`}
          css={percent === undefined ? { animation: 'pulse 1.4s ease-in-out infinite' } : {}}
        />
      </Box>
    </Box>
  );
}
