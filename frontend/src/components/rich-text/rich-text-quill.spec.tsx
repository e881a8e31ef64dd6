import { expect, onTestFinished, test, vi } from 'vitest';
import { openQuill } from './rich-text-quill.ts';

function opened(html = '') {
  const host = document.body.appendChild(document.createElement('div'));
  const editor = openQuill(host, { html, labelledBy: 'label', onChange: () => undefined });
  onTestFinished(() => {
    editor.close();
    host.remove();
  });
  return {
    ...editor,
    shown: () => editor.quill.root.innerHTML.replaceAll(/ data-direction="\w+"/g, ''),
    directions: () => [...editor.quill.root.children].map((block) => block.getAttribute('data-direction')),
  };
}
const ltr = (inside: string) => `<bdo dir="ltr">${inside}</bdo>`;

test('a number is isolated with its unit while both are there; the saved text has no isolates', () => {
  const { quill, html, shown } = opened();
  for (const [at, key] of [...'بمعدل 40 mL/h'].entries()) quill.insertText(at, key, 'user');
  expect(shown()).toBe(`<p>بمعدل ${ltr('40 mL/h')}</p>`);
  expect(html()).toBe('<p>بمعدل 40 mL/h</p>');
  quill.insertText(13, ' ثم', 'user');
  expect(shown()).toBe(`<p>بمعدل ${ltr('40 mL/h')} ثم</p>`);
  quill.deleteText(6, 2, 'user');
  expect(shown()).toBe('<p>بمعدل  mL/h ثم</p>');
  expect(html()).toBe('<p>بمعدل  mL/h ثم</p>');
});

test.each([
  ['<p>بمعدل 40 <strong>mL/h</strong> ثم</p>', `<p>بمعدل ${ltr('40 <strong>mL/h</strong>')} ثم</p>`],
  ['<p><strong>بمعدل 40 mL</strong>/h ثم</p>', `<p><strong>بمعدل </strong>${ltr('<strong>40 mL</strong>/h')} ثم</p>`],
  [
    '<p>إلى <strong><em>جرعة 500 mg</em></strong> q12h</p>',
    `<p>إلى <strong><em>جرعة </em></strong>${ltr('<strong><em>500 mg</em></strong> q12h')}</p>`,
  ],
  ['<p>Give جرعة 40 mL/h now</p>', '<p>Give <bdi dir="rtl">جرعة</bdi> 40 mL/h now</p>'],
  ['<p class="ql-direction-rtl">40 mL/h</p>', `<p class="ql-direction-rtl">${ltr('40 mL/h')}</p>`],
])('a text is shown with isolates and saved unchanged: %s', (written, expected) => {
  const { html, shown } = opened(written);
  expect(shown()).toBe(expected);
  expect(html()).toBe(written);
});

test('a block has the direction of its first letter, one without letters that of the one before; none is saved', () => {
  const written =
    '<p>12</p><p>الجرعة 5</p><p><br></p><p>2026-03-02</p><ol><li data-list="bullet">Stop it</li></ol><blockquote>ثم</blockquote>';
  const { quill, html, directions } = opened(written);
  expect(directions()).toEqual([null, 'rtl', 'rtl', 'rtl', 'ltr', 'rtl']);
  expect(html()).toBe(written);
  quill.insertText(0, 'mL ', 'user');
  expect(directions()[0]).toBe('ltr');
  quill.deleteText(0, 3, 'user');
  expect(directions()[0]).toBeNull();
});

test('undo and redo restore the typed text', () => {
  const { quill, html } = opened('<p>بمعدل 40 mL/h</p>');
  quill.insertText(8, '0', 'user');
  quill.history.cutoff();
  expect(html()).toBe('<p>بمعدل 400 mL/h</p>');
  quill.history.undo();
  expect(html()).toBe('<p>بمعدل 40 mL/h</p>');
  quill.history.redo();
  expect(html()).toBe('<p>بمعدل 400 mL/h</p>');
});

test('a key updates the text as often with many isolates as with one', () => {
  const updatesWith = (count: number): number => {
    const { quill, shown } = opened(`<p>${'بمعدل 40 mL/h ثم '.repeat(count)}نهاية</p>`);
    expect(shown().match(/<bdo /g)).toHaveLength(count);
    const updates = vi.spyOn(quill.editor, 'update');
    // Now the line is Latin: each isolate is another one.
    quill.insertText(0, 'a', 'user');
    expect(shown().match(/<bdi /g)).toHaveLength(count);
    return updates.mock.calls.length;
  };
  expect(updatesWith(15)).toBe(updatesWith(1));
});

test('an editor shows formats as a reader sees them, also of a text that was stored otherwise', () => {
  const { quill } = opened('<h1>Plan</h1><p>Give <span style="font-weight: 700">40 mg</span> <b>now</b></p>');
  expect(
    quill
      .getContents()
      .ops.map(({ attributes = {} }) => Object.keys(attributes))
      .flat(),
  ).toEqual([]);
});

test.each([
  ['10<sup>9</sup>/L', '<p>10⁹/L</p>'],
  ['<p>10<span style="vertical-align:super">-3</span></p>', '<p>10⁻³</p>'],
  ['<del>5 mg</del><ins>3 mg</ins>', '<p><s>5 mg</s> <u>3 mg</u></p>'],
  ['<p style="text-decoration: line-through red">5 <b>mg</b></p>', '<p><s>5 </s><strong><s>mg</s></strong></p>'],
  ['<table><tr><td>K</td><td>5.9</td></tr><tr><td>Cr</td><td></td></tr></table>', '<p>K | 5.9</p><p>Cr | —</p>'],
  ['<h1>Plan</h1><div>5 <span style="font-family: Symbol">m</span>g</div>', '<h2>Plan</h2><p>5 µg</p>'],
  ['<p>5<span style="display:none">0</span> mg <img alt="ECG: AF" src="x"></p>', '<p>5 mg [ECG: AF]</p>'],
  ['<p><input type="checkbox" checked> dialysis</p>', '<p>☑ dialysis</p>'],
])('what is pasted says what it showed: %s', (pasted, expected) => {
  const { quill, html } = opened();
  quill.setContents(quill.clipboard.convert({ html: pasted }), 'user');
  expect(html()).toBe(expected);
});
