/**
 * "Welcome Dr. …", typed out at 150 ms a character (specification §2, §9). Read as a whole by screen readers, at once
 * where motion is not wanted.
 */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useState } from 'react';

const STEP_MS = 150;
const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Greeting({ text }: { text: string }) {
  const letters = [...text];
  const [typed, setTyped] = useState(() => (still() ? letters.length : 0));
  const done = typed >= letters.length;
  useEffect(() => {
    if (done) return undefined;
    const step = setInterval(() => setTyped((count) => count + 1), STEP_MS);
    return () => clearInterval(step);
  }, [done]);
  return (
    <>
      <Box as="span" srOnly>
        {text}
      </Box>
      {/* The rest is there but not seen, so that nothing below moves while it is typed. */}
      <span aria-hidden="true">
        {letters.slice(0, typed).join('')}
        <Box as="span" visibility="hidden">
          {letters.slice(typed).join('')}
        </Box>
      </span>
    </>
  );
}
