import { expect, test } from 'vitest';
import { plainLine, plainText } from './plain-text.ts';

test.each([
  ['nothing', '', ''],
  ['an empty paragraph', '<p><br></p>', ''],
  ['paragraphs', '<p>Stable</p><p>Afebrile</p>', 'Stable\nAfebrile'],
  ['an empty line between', '<p>Stable</p><p><br></p><p>Afebrile</p>', 'Stable\n\nAfebrile'],
  ['marks within a line', '<p>Give <strong>half</strong> of <em>it</em></p>', 'Give half of it'],
  [
    'what HTML has to hide',
    '<p>K&lt;3 &amp; Na&gt;150&nbsp;mmol &#39;x&#39; &#x62;&quot;</p>',
    "K<3 & Na>150 mmol 'x' b\"",
  ],
  ['text that looks like HTML', '<p>&lt;b&gt; &amp;amp;</p>', '<b> &amp;'],
  ['a heading and a quotation', '<h2>Plan</h2><blockquote>Stop it</blockquote>', 'Plan\nStop it'],
  [
    "Quill's lists",
    '<ol><li data-list="ordered">one</li><li data-list="ordered">two</li></ol>' +
      '<ol><li data-list="bullet">three</li></ol>',
    '1. one\n2. two\n\n• three',
  ],
  ['plain lists', '<ul><li>one</li></ul><ol><li>two</li></ol>', '• one\n\n1. two'],
  ['a link with a sign in its address', '<p><a href="https://x.example/?a>b">the guideline</a></p>', 'the guideline'],
  ['Arabic', '<p class="ql-direction-rtl ql-align-right">أوقف الدواء</p>', 'أوقف الدواء'],
  ['line ends of every kind', '<p>a\r\nb\rc</p>', 'a\nb\nc'],
  ['struck text', '<p><s>5 mg </s>3 mg <s>od</s></p>', '[struck: 5 mg] 3 mg [struck: od]'],
  [
    'struck text in several formats',
    '<p><s>5 <strong>mg</strong></s><s> od</s> <s> </s>now</p>',
    '[struck: 5 mg od]  now',
  ],
  ['struck lines', '<p><s>5 mg</s></p><p><s>od</s></p>', '[struck: 5 mg]\n[struck: od]'],
  ['characters that are none', '&#0;&#x110000;&unknown;x', '&unknown;x'],
])('%s', (_what, html, text) => expect(plainText(html, 'struck')).toBe(text));

test('a broken text of maximum length is read in linear time', () => {
  const broken = '<p "'.repeat(25_000);
  expect(plainText(broken, 'struck')).toBe(broken);
});

test('on one line its lines stay apart', () => {
  expect(plainLine('<p>K | 5.9</p><p>Cr | —</p><p>Stop it.</p><p>Then <s>5 mg</s></p>', 'مشطوب')).toBe(
    'K | 5.9; Cr | —; Stop it. Then [مشطوب: 5 mg]',
  );
});
