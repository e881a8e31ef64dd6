import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, fireEvent, render, screen } from '@testing-library/react';
import Quill from 'quill/core.js';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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

function open(): string[] {
  const reported: string[] = [];
  render(
    <ChakraProvider value={system}>
      <span id="label">Note</span>
      <RichTextEditor
        label="Note"
        labelledBy="label"
        defaultHtml="<p>Stable</p>"
        disabled={false}
        autoFocus={false}
        onIdle={(html) => reported.push(html)}
      />
    </ChakraProvider>,
  );
  return reported;
}

test('the first key is reported at once, the following ones after a pause', async () => {
  const reported = open();
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

test('Tab goes through the blanks, and then leaves the text', async () => {
  open();
  const textbox = screen.getByRole('textbox');
  await type('CrCl ___, K ___');
  act(() => textbox.focus());
  const tab = () => fireEvent.keyDown(textbox, { key: 'Tab' });
  expect([tab(), String(getSelection()), getSelection()?.anchorOffset]).toEqual([false, '___', 5]);
  expect([tab(), getSelection()?.anchorOffset]).toEqual([false, 12]);
  expect(tab()).toBe(true);
});

test('the editor asks for the zero of a dose', async () => {
  open();
  expect(screen.queryByRole('status')).toBeNull();
  await type('أعط .5 mg');
  act(() => void vi.advanceTimersByTime(300));
  expect(screen.getByRole('status')).toHaveTextContent('Write 0.5 instead of .5');
});

test('the address of a link may leave out its scheme; what is no address is refused with a sentence', () => {
  const reported = open();
  // The page has no layout.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  onTestFinished(() => void Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect'));
  const quill = Quill.find(screen.getByRole('textbox').parentElement ?? document.body);
  if (!(quill instanceof Quill)) throw new Error('There is no editor');
  act(() => quill.setSelection(0, 6));
  fireEvent.click(screen.getByRole('button', { name: 'Link' }));
  const address = screen.getByRole('textbox', { name: /^Address of the link/ });
  const enter = (typed: string) => {
    fireEvent.change(address, { target: { value: typed } });
    fireEvent.keyDown(address, { key: 'Enter' });
  };
  enter('the protocol');
  expect(screen.getByText(/^This is not an address/)).toBeInTheDocument();
  expect(address).toBeInvalid();
  expect(reported).toEqual([]);
  enter('hospital.example/protocol');
  expect(reported.at(-1)).toBe('<p><a href="https://hospital.example/protocol">Stable</a></p>');
  expect(address).not.toBeInTheDocument();
});
