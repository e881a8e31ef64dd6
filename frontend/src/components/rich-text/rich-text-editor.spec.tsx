import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { system } from '../theme/system.ts';
import { RichTextEditor } from './rich-text-editor.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A key changes the page; the editor hears of it from the browser. */
const type = (text: string) =>
  act(async () => {
    screen.getByRole('textbox').innerHTML = `<p>${text}</p>`;
    await Promise.resolve();
  });

test('the first key is told at once, so that the text counts as touched; those that follow when they rest', async () => {
  const told: string[] = [];
  render(
    <ChakraProvider value={system}>
      <span id="label">Note</span>
      <RichTextEditor
        label="Note"
        labelledBy="label"
        defaultHtml="<p>Stable</p>"
        placeholder=""
        disabled={false}
        autoFocus={false}
        onIdle={(html) => told.push(html)}
      />
    </ChakraProvider>,
  );
  await type('Stable, f');
  expect(told).toEqual(['<p>Stable, f</p>']);
  await type('Stable, fe');
  await type('Stable, febrile');
  expect(told).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(300));
  expect(told).toEqual(['<p>Stable, f</p>', '<p>Stable, febrile</p>']);
  await type('Stable, febrile again');
  expect(told.at(-1)).toBe('<p>Stable, febrile again</p>');
});
