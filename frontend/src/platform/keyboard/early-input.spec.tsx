import { afterEach, expect, test } from 'vitest';
import { clearEarlyInput, earlyInput, replacePrerenderedPage } from './early-input.ts';

afterEach(() => {
  document.body.replaceChildren();
  clearEarlyInput();
});

function pageWith(html: string): HTMLElement {
  document.body.innerHTML = `<div id="page">${html}</div>`;
  return document.querySelector<HTMLElement>('#page')!;
}
const form = '<input type="email" name="email" /><input type="password" name="password" />';

test('early text is kept for the field of the same name, also for a repeated render, until it is cleared', () => {
  const page = pageWith(form);
  page.querySelector<HTMLInputElement>('[name=email]')!.value = 'mona@demo.test';
  const drawn: string[] = [];
  const render = () => drawn.push(earlyInput('email'), earlyInput('password'));
  replacePrerenderedPage(page, () => {
    render();
    render();
  });
  expect(drawn).toEqual(['mona@demo.test', '', 'mona@demo.test', '']);
  clearEarlyInput();
  expect(earlyInput('email')).toBe('');
});

test('a focused field keeps its focus, text and caret', () => {
  const page = pageWith(form);
  page.querySelector<HTMLInputElement>('[name=password]')!.focus();
  replacePrerenderedPage(page, () => {
    page.innerHTML = form;
  });
  expect(page.querySelector('[name=password]')).toHaveFocus();
});

test('no field is focused when none had the focus', () => {
  const page = pageWith(form);
  replacePrerenderedPage(page, () => {
    page.innerHTML = form;
  });
  expect(document.body).toHaveFocus();
});
