import { cleanup, render, screen } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { expect, test } from 'vitest';

/** Takes longer than a turn of React's scheduler: what follows runs in a later task. */
function renderSlowly(): void {
  const end = performance.now() + 6;
  while (performance.now() < end);
}

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
  renderSlowly();
  return isShown ? <input ref={input} aria-label="Late" /> : null;
}

// About a third of these rounds fail without the wait in `setup.ts`.
test('a query that waits returns once the effects of its element have run', async () => {
  for (let round = 0; round < 20; round += 1) {
    render(<LateField />);
    expect(await screen.findByRole('textbox', { name: 'Late' })).toHaveFocus();
    cleanup();
  }
});
