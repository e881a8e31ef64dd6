import { expect, onTestFinished, test, vi } from 'vitest';
import { isolateSpans } from './isolation.ts';

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;
function isolatedHtml(html: string): string {
  const body = parsed(html);
  isolateSpans(body);
  return body.innerHTML;
}
const ltr = (inside: string) => `<bdo dir="ltr">${inside}</bdo>`;
const unbroken = (inside: string) => `<span class="unbroken">${inside}</span>`;

test('a number is isolated with its unit', () => {
  expect(isolatedHtml('<p>بمعدل 40 mL/h</p>')).toBe(`<p>بمعدل ${ltr(unbroken('40 mL/h'))}</p>`);
  expect(isolatedHtml('<p>Give 40 mL/h</p>')).toBe(`<p>Give ${unbroken('40 mL/h')}</p>`);
});

test('a number is isolated with its unit across formatting', () => {
  expect(isolatedHtml('<p>بمعدل 40 <strong>mL/h</strong> ثم</p>')).toBe(
    `<p>بمعدل ${ltr(unbroken('40 <strong>mL/h</strong>'))} ثم</p>`,
  );
  expect(isolatedHtml('<p>بمعدل <strong>40</strong> <em>mL/h</em></p>')).toBe(
    `<p>بمعدل ${ltr(unbroken('<strong>40</strong> <em>mL/h</em>'))}</p>`,
  );
  expect(isolatedHtml('<p><strong>بمعدل 40 mL</strong>/h ثم</p>')).toBe(
    `<p><strong>بمعدل </strong>${ltr(unbroken('<strong>40 mL</strong>/h'))} ثم</p>`,
  );
});

test('spans do not cross blocks or lines, and a chosen direction counts', () => {
  expect(isolatedHtml('<p>بمعدل 40</p><p>mL/h</p>')).toBe('<p>بمعدل 40</p><p>mL/h</p>');
  expect(isolatedHtml('<p>بمعدل 40<br>mL/h</p>')).toBe('<p>بمعدل 40<br>mL/h</p>');
  expect(isolatedHtml('<ol><li data-list="bullet">إلى 500 mg q12h</li></ol>')).toBe(
    `<ol><li data-list="bullet">إلى ${ltr(`${unbroken('500 mg')} q12h`)}</li></ol>`,
  );
  expect(isolatedHtml('<p class="ql-direction-rtl">40 mL/h</p>')).toBe(
    `<p class="ql-direction-rtl">${ltr(unbroken('40 mL/h'))}</p>`,
  );
});

test('the text does not change', () => {
  for (const html of [
    '<p>a &lt;b&gt; 5 mg</p>',
    '<p>إلى <a href="https://example.org/5">500 mg</a> <u>q12h</u></p>',
    '<p>بدون أرقام</p>',
  ]) {
    const words = (of: string) => parsed(of).textContent;
    expect(words(isolatedHtml(html))).toBe(words(html));
  }
  expect(isolatedHtml('<p>no number <strong>here</strong></p>')).toBe('<p>no number <strong>here</strong></p>');
});

test('a text of many paragraphs needs one range, because each change of the page updates all ranges', () => {
  const body = parsed('<p>بمعدل 40 mL/h ثم 5 mg</p>'.repeat(20));
  const made = vi.spyOn(body.ownerDocument, 'createRange');
  onTestFinished(() => made.mockRestore());
  isolateSpans(body);
  expect(body.querySelectorAll('bdo')).toHaveLength(40);
  expect(made).toHaveBeenCalledTimes(1);
});
