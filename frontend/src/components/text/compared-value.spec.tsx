import { expect, test } from 'vitest';
import { sanitizedNodes } from '../../platform/text/sanitize.ts';
import { differingWords, marked, markWords } from './compared-value.tsx';

function markedHtml(html: string, other: string): string {
  const shown = document.createElement('div');
  const nodes = sanitizedNodes(html);
  markWords(nodes, sanitizedNodes(other));
  shown.append(nodes);
  return shown.innerHTML;
}

const words = (text: string) => text.split(' ');
const differing = (mine: string, theirs: string) => {
  const found = differingWords(words(mine), words(theirs));
  return words(mine).filter((_, at) => found[at]);
};

test('only the words that the other text lacks are marked, at any place', () => {
  expect(differing('give 500 mg every 12 h', 'give 250 mg every 8 h')).toEqual(['500', '12']);
  expect(differing('give 250 mg every 8 h', 'give 500 mg every 12 h')).toEqual(['250', '8']);
  expect(differing('a b c', 'a b c')).toEqual([]);
  expect(differing('stop it now please', 'please stop it')).toEqual(['now', 'please']);
  expect(differing('new', '')).toEqual(['new']);
});

test('two long texts that share no word are marked as a whole, quickly', () => {
  const long = (of: string) => Array.from({ length: 5_000 }, (_, at) => `${of}${at}`);
  expect(differingWords(long('a'), long('b')).every(Boolean)).toBe(true);
});

test('neighbouring words that differ are one mark, in Arabic as in Latin script', () => {
  expect(marked(['خفض الجرعة إلى النصف اليوم'], ['خفض الجرعة اليوم'])).toEqual([
    [
      { text: 'خفض الجرعة ', differs: false },
      { text: 'إلى النصف', differs: true },
      { text: ' اليوم', differs: false },
    ],
  ]);
  expect(marked(['one two'], [''])).toEqual([[{ text: 'one two', differs: true }]]);
});

test('rich text keeps its formatting, and only words are marked', () => {
  expect(
    markedHtml(
      '<p>CrCl <strong>25</strong>: half</p><ol><li data-list="bullet">مرتين يوميا</li></ol>',
      '<p>CrCl <strong>40</strong>: half</p><ol><li data-list="bullet">مرة يوميا</li></ol>',
    ),
  ).toBe(
    '<p>CrCl <strong><mark>25</mark></strong>: half</p><ol><li data-list="bullet"><mark>مرتين</mark> يوميا</li></ol>',
  );
  expect(markedHtml('<p>a &lt;b&gt;</p>', '<p>a</p>')).toBe('<p>a <mark>&lt;b&gt;</mark></p>');
});
