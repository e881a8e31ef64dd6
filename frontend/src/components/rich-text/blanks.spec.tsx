import { expect, test } from 'vitest';
import { selectBlank } from './blanks.ts';

function opened(html: string) {
  document.body.innerHTML = `<div tabindex="0">${html}</div>`;
  const field = document.body.querySelector('div')!;
  return { field, selected: () => `${String(getSelection())}|${String(getSelection()?.anchorOffset)}` };
}

test('the first blank is selected, then the next one, and none after the last', () => {
  const { field, selected } = opened('<p>CrCl ___ mL/min, <strong>K</strong> ____</p><p>no_snake_case</p>');
  expect(selectBlank(field, false)).toBe(true);
  expect(selected()).toBe('___|5');
  expect(field).toHaveFocus();
  expect(selectBlank(field, true)).toBe(true);
  expect(selected()).toBe('____|1');
  expect(selectBlank(field, true)).toBe(false);
  expect(selectBlank(field, false)).toBe(true);
});

test('a blank right after the caret is the next one', () => {
  const { field, selected } = opened('<p>___ or ___</p>');
  getSelection()?.collapse(field.querySelector('p')!.firstChild, 7);
  expect(selectBlank(field, true)).toBe(true);
  expect(selected()).toBe('___|7');
});
