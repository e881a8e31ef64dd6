import { cleanup, render, screen } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { expect, test } from 'vitest';

/** Longer than a turn of React's scheduler: what follows runs in a later task. */
const RENDER_MS = 6;

function LateField() {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true));
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isShown) input.current?.focus();
  }, [isShown]);
  const end = performance.now() + RENDER_MS;
  while (performance.now() < end);
  return isShown ? <input ref={input} aria-label="Late" /> : null;
}

// Without the wait in `setup.ts` about a third of these fail.
test('a query that waits returns once the effects of its element have run', async () => {
  for (let round = 0; round < 20; round += 1) {
    render(<LateField />);
    expect(await screen.findByRole('textbox', { name: 'Late' })).toHaveFocus();
    cleanup();
  }
});
