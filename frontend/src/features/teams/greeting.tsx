/**
 * "Welcome Dr. …", 150 ms a character (docs/product.md, "Metrics"). Screen readers read it whole. With reduced motion
 * it is shown whole.
 */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useState } from 'react';

const STEP_MS = 150;
const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Greeting({ text }: { text: string }) {
  const letters = [...text];
  const [typed, setTyped] = useState(() => (isMotionReduced() ? letters.length : 0));
  const isDone = typed >= letters.length;
  useEffect(() => {
    if (isDone) return undefined;
    const step = setInterval(() => setTyped((count) => count + 1), STEP_MS);
    return () => clearInterval(step);
  }, [isDone]);
  return (
    <>
      <Box as="span" srOnly>
        {text}
      </Box>
      {/* The hidden rest keeps the height, so that nothing below moves. */}
      <span aria-hidden="true">
        {letters.slice(0, typed).join('')}
        <Box as="span" visibility="hidden">
          {letters.slice(typed).join('')}
        </Box>
      </span>
    </>
  );
}
