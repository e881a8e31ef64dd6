/** Placeholders while data loads. They appear after 150 ms: a quick answer does not flicker. */
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Box } from '@chakra-ui/react/box';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';

const late = { opacity: 0, animation: 'fade-in 0.2s ease-out 0.15s forwards' };

/** Rows of the height of the data, so that nothing jumps when it arrives. */
export function SkeletonRows({
  rows = 5,
  height = '44px',
  label = 'Loading',
}: {
  rows?: number;
  height?: string;
  label?: string;
}) {
  return (
    <Box role="status" css={late}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} marginBlockEnd="2" opacity={1 - row * 0.12} />
      ))}
    </Box>
  );
}

/** A whole screen. */
export function Waiting() {
  return (
    <Box maxW="1120px" marginInline="auto" padding="6">
      <SkeletonRows rows={4} height="56px" />
    </Box>
  );
}
