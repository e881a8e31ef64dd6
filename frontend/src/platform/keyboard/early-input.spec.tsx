import { afterEach, expect, test } from 'vitest';
import { takeOver, earlyInput } from './early-input.ts';

afterEach(() => {
  document.body.replaceChildren();
  earlyInput('email');
  earlyInput('password');
});

function pageWith(html: string): HTMLElement {
  document.body.innerHTML = `<div id="page">${html}</div>`;
  return document.querySelector<HTMLElement>('#page')!;
}
const form = '<input type="email" name="email" /><input type="password" name="password" />';

test('what was typed waits for the field that follows, and is given once', () => {
  const page = pageWith(form);
  page.querySelector<HTMLInputElement>('[name=email]')!.value = 'mona@demo.test';
  const drawn: string[] = [];
  takeOver(page, () => drawn.push(earlyInput('email'), earlyInput('password')));
  expect(drawn).toEqual(['mona@demo.test', '']);
  expect(earlyInput('email')).toBe('');
});

test('who is in the middle of a field goes on in the one that follows', () => {
  const page = pageWith(form);
  page.querySelector<HTMLInputElement>('[name=password]')!.focus();
  takeOver(page, () => {
    page.innerHTML = form;
  });
  expect(page.querySelector('[name=password]')).toHaveFocus();
});

test('nobody who is elsewhere is taken to a field', () => {
  const page = pageWith(form);
  takeOver(page, () => {
    page.innerHTML = form;
  });
  expect(document.body).toHaveFocus();
});
