import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEditorMarkup } from './editor-markup.ts';
import { throughAllowList } from './sanitise.ts';

describe('markup of the editor is recognised', () => {
  test.each([
    '',
    '<p>Stable</p><p>CrCl 25 mL/min: <strong>reduce</strong></p>',
    '<p><br></p>',
    '<p></p>',
    '<p>Warfarin <strong>5 mg <em>od</em></strong> <u>now</u> <s>later</s></p>',
    '<h2>Plan</h2><h3>Today</h3><blockquote>as discussed</blockquote>',
    '<ol><li data-list="bullet">INR</li><li data-list="ordered" class="ql-indent-2">daily</li></ol>',
    '<p class="ql-align-right ql-direction-rtl">يراجع غدا</p>',
    '<ul dir="rtl"><li>دواء</li></ul>',
    '<p>K+ &lt; 3.5 &amp; Mg 2 &gt; 1&nbsp;mg</p>',
    '<p><a href="https://example.org/a?b=1&amp;c=2">link</a> <a href="mailto:a@b.example">mail</a></p>',
  ])('%s', (html) => {
    expect(isEditorMarkup(html)).toBe(true);
    expect(throughAllowList(html)).toBe(html);
  });
});

describe('all else is for the parser', () => {
  test.each([
    ['text outside of a block', 'Stable'],
    ['an unclosed element', '<p>a'],
    ['elements closed in another order', '<p><strong><em>a</strong></em></p>'],
    ['a block in a block', '<p><p>a</p></p>'],
    ['a list in a block', '<p><ol><li>a</li></ol></p>'],
    ['text in a list', '<ol>a<li>b</li></ol>'],
    ['an element of another kind', '<p><img src=x onerror=alert(1)></p>'],
    ['an element in capital letters', '<P>a</P>'],
    ['a comment', '<p><!-- a --></p>'],
    ['a link in a link', '<p><a href="https://a.example">a<em><a href="https://b.example">b</a></em></a></p>'],
    ['a link to a script', '<p><a href="javascript:alert(1)">a</a></p>'],
    ['a link with a quote', "<p><a href='https://a.example'>a</a></p>"],
    ['an unknown attribute', '<p onclick="alert(1)">a</p>'],
    ['an unknown class', '<p class="ql-align-center x">a</p>'],
    ['an attribute twice', '<p dir="rtl" dir="ltr">a</p>'],
    ['two blanks before an attribute', '<p  dir="rtl">a</p>'],
    ['an attribute at the end of an element', '<p>a</p dir="rtl">'],
    ['a bare ampersand', '<p>a & b</p>'],
    ['another entity', '<p>&copy;</p>'],
    ['an entity without its end', '<p>&ampx</p>'],
    ['a no-break space', '<p>5\u00a0mg</p>'],
    ['a carriage return', '<p>a\rb</p>'],
    ['deep formatting', `<p>${'<em><strong>'.repeat(9)}a${'</strong></em>'.repeat(9)}</p>`],
    ['thousands of elements', '<p><br></p>'.repeat(1_001)],
  ])('%s', (_, html) => expect(isEditorMarkup(html)).toBe(false));
});

const texts = fc
  .array(
    fc.constantFrom(
      'a',
      'ع',
      ' ',
      '\n',
      '\t',
      '"',
      "'",
      '/',
      '=',
      '😀',
      '\u2028',
      '\ufeff',
      ']]',
      '--',
      '&lt;',
      '&amp;',
      '&nbsp;',
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));
const attributes = fc
  .uniqueArray(
    fc.constantFrom(
      ' class="ql-align-right ql-direction-rtl"',
      ' class="ql-indent-8"',
      ' dir="rtl"',
      ' data-list="checked"',
      ' href="https://a.example/?b=1&amp;c=;d#e"',
      ' href="tel:+2010"',
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''));
const inline = fc.letrec<{ nodes: string; node: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 3 }).map((parts) => parts.join('')),
  node: fc.oneof(
    { depthSize: 'small' },
    texts,
    fc.constant('<br>'),
    fc
      .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'a', 'span'), attributes, tie('nodes'))
      .map(([name, with_, inner]) => `<${name}${with_}>${inner}</${name}>`),
  ),
})).nodes;
const block = fc.oneof(
  fc
    .tuple(fc.constantFrom('p', 'h2', 'h3', 'blockquote'), attributes, inline)
    .map(([name, with_, inner]) => `<${name}${with_}>${inner}</${name}>`),
  fc
    .tuple(fc.constantFrom('ol', 'ul'), fc.array(fc.tuple(attributes, inline), { maxLength: 3 }))
    .map(
      ([name, items]) => `<${name}>${items.map(([with_, inner]) => `<li${with_}>${inner}</li>`).join('')}</${name}>`,
    ),
);
const markup = fc.array(block, { maxLength: 3 }).map((blocks) => blocks.join(''));

/** Closed elements in any order of nesting, also such as the editor never writes. */
const anyTree = fc.letrec<{ nodes: string; node: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 3 }).map((parts) => parts.join('')),
  node: fc.oneof(
    { depthSize: 'small' },
    texts,
    fc
      .tuple(fc.constantFrom('p', 'h2', 'blockquote', 'ol', 'ul', 'li', 'em', 'a', 'span', 'div'), tie('nodes'))
      .map(([name, inner]) => `<${name}>${inner}</${name}>`),
  ),
})).nodes;

/** A character or a piece of markup is put in, or some characters are left out. */
const damaged = fc
  .tuple(
    markup,
    fc.nat(),
    fc.nat({ max: 6 }),
    fc.constantFrom(
      '',
      '<',
      '>',
      '&',
      '"',
      ' ',
      '/',
      '\0',
      '</p>',
      '<p>',
      '<br>',
      '</a>',
      '<li>',
      '<script>',
      '<!--',
      ' on="x"',
      '&#x6A;',
    ),
  )
  .map(([html, at, length, put]) => {
    const from = html.length === 0 ? 0 : at % html.length;
    return html.slice(0, from) + put + html.slice(from + length);
  });

// Thousands of documents take seconds, more on a busy machine.
test('what is recognised is left as it is by the sanitiser', { timeout: 120_000 }, () => {
  let recognised = 0;
  fc.assert(
    fc.property(fc.oneof(markup, damaged, anyTree), (html) => {
      if (!isEditorMarkup(html)) return;
      recognised += 1;
      expect(throughAllowList(html)).toBe(html);
    }),
    { numRuns: Number(process.env['MARKUP_RUNS'] ?? 3_000) },
  );
  expect(recognised).toBeGreaterThan(100);
});
