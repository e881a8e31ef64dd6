/** A QR code, dark on light in both themes: many cameras read no other. */
import { Box } from '@chakra-ui/react/box';
import { encode } from 'uqr';

/** Modules around the code that stay light. */
const QUIET = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Box width="200px" maxW="100%" borderRadius="l2" overflow="hidden" bg="white">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={dark.join('')} fill="#000" />
      </svg>
    </Box>
  );
}
