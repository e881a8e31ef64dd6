/**
 * Texts of the greatest length that are made to cost time: the recogniser of the editor's markup, the parser's bounds and
 * the sanitiser answer or refuse each within the time limit of a test.
 */
import { expect, test } from 'vitest';
import { limits } from 'language/domain/values/codes';
import { isEditorMarkup } from './editor-markup.ts';
import { isBlank, sanitise } from './sanitise.ts';

/** As many of `part` as a text may have, between `begin` and `end`. */
const filled = (part: string, begin = '', end = ''): string =>
  begin + part.repeat(Math.floor((limits.richText - begin.length - end.length) / part.length)) + end;

const texts: readonly (readonly [what: string, html: string])[] = [
  ['an attribute that does not end', filled('a', '<p class="')],
  ['an attribute of class names', filled('ql-indent-1 ', '<p class="', 'x">a</p>')],
  ['an address', filled('a', '<p><a href="https://', '">a</a></p>')],
  ['an address of entities', filled('&amp;', '<p><a href="https://a/', '">a</a></p>')],
  ['an address that is wrong at its end', filled('&amp;', '<p><a href="https://a/', '|">a</a></p>')],
  ['attributes without end', filled(' class="ql-indent-1"', '<p', '')],
  ['blanks in a tag', filled(' ', '<p', '>a</p>')],
  ['entities', filled('&amp;', '<p>', '</p>')],
  ['entities without their end', filled('&lt', '<p>', '</p>')],
  ['ampersands', filled('&', '<p>', '</p>')],
  ['numbered entities', filled('&#38;', '<p>', '</p>')],
  ['an entity with many digits', filled('9', '<p>&#', ';</p>')],
  ['less-than signs', filled('<', '<p>', '</p>')],
  ['tags that do not end', filled('<p ')],
  ['closing tags', filled('</p>')],
  ['closing tags that open an element', filled('</br>')],
  ['paragraphs within open formatting', filled('<p><em><strong>')],
  ['nested lists', filled('<ol><li>')],
  ['links in links', filled('<a href="https://a">')],
  ['nested tables', filled('<table><tr><td>')],
  ['text before tables', filled('a<table>')],
  ['nested foreign elements', filled('<svg><desc>')],
  ['comments', filled('<!---->')],
  ['a comment that does not end', filled('-', '<!--')],
  ['declarations', filled('<!x>')],
  ['templates', filled('<template>')],
  ['the elements of list markers', filled('<span class="ql-ui"></span>', '<ol><li>', '</li></ol>')],
  ['the beginning of list markers', filled('<span class="ql-ui"')],
  ['one word', filled('a', '<p>', '</p>')],
  ['blanks', filled(' ', '<p>', '</p>')],
  ['characters of two units', filled('😀', '<p>', '</p>').slice(0, limits.richText / 4)],
  ['halves of characters', filled('\ud800', '<p>', '</p>').slice(0, limits.richText / 3 - 10)],
];

test.each(texts)('%s', (_, html) => {
  let kept = '';
  try {
    kept = sanitise(html);
  } catch (error) {
    expect(error).toMatchObject({ problem: { code: 'invalid' } });
  }
  expect(isEditorMarkup(html)).toBe(html === kept && isEditorMarkup(kept));
  expect(isBlank(kept)).toBe(!/[^\s]/.test(kept.replaceAll(/<[^<>]*>|&nbsp;/g, '')));
});
