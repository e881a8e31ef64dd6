import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { system } from '../theme/system.ts';
import { RichTextEditor } from './rich-text-editor.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Changes the page as a key does. The editor notices it by its observer. */
const type = (text: string) =>
  act(async () => {
    screen.getByRole('textbox').innerHTML = `<p>${text}</p>`;
    await Promise.resolve();
  });

test('the first key is reported at once, the following ones after a pause', async () => {
  const reported: string[] = [];
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
        onIdle={(html) => reported.push(html)}
      />
    </ChakraProvider>,
  );
  await type('Stable, f');
  expect(reported).toEqual(['<p>Stable, f</p>']);
  await type('Stable, fe');
  await type('Stable, febrile');
  expect(reported).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(300));
  expect(reported).toEqual(['<p>Stable, f</p>', '<p>Stable, febrile</p>']);
  await type('Stable, febrile again');
  expect(reported.at(-1)).toBe('<p>Stable, febrile again</p>');
});
