/**
 * The progress bar of a report: 250 reviews a second, 1,000 for the report by tag (docs/product.md, "Reports"). It
 * stops at 95 %: the report itself shows the end.
 */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useState } from 'react';
import type { ReportType } from 'command-api/domain/values/codes';
import { reportsText as text } from './messages.ts';

const TAGS_REPORT = 5;
const STEP_MS = 200;
const MAX_PERCENT = 95;

const secondsFor = (type: ReportType | undefined, total: number): number =>
  total / (type === TAGS_REPORT ? 1_000 : 250);

export function ReportProgress({ type, total }: { type: ReportType | undefined; total: number | undefined }) {
  const [elapsedS, setElapsedS] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setElapsedS((before) => before + STEP_MS / 1_000), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = total === undefined ? undefined : Math.max(secondsFor(type, total), STEP_MS / 1_000);
  const percent = seconds === undefined ? undefined : Math.min(MAX_PERCENT, Math.round((100 * elapsedS) / seconds));
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
