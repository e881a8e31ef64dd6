import { describe, expect, test } from 'vitest';
import { foldName, looseName, nameParts } from './arabic.ts';
import { mustMatch, mustNotMatch } from './arabic-names.testdata.ts';

describe('the key of a name', () => {
  test.each(mustMatch.map((spellings) => ({ spellings })))('is one for $spellings', ({ spellings }) => {
    expect(new Set(spellings.map(foldName)).size).toBe(1);
    expect(foldName(spellings[0] ?? '')).not.toBe('');
  });

  test.each(mustNotMatch.map((pair) => ({ pair })))('differs for $pair', ({ pair }) => {
    expect(new Set(pair.map(foldName)).size).toBe(pair.length);
  });

  test('is one for a letter and the same letter with a combining hamza, and for presentation forms', () => {
    expect(foldName('ا\u0654حمد')).toBe(foldName('أحمد'));
    expect(foldName('ﷲ')).toBe(foldName('الله'));
    expect(foldName('ﻣﺤﻤﺪ')).toBe(foldName('محمد'));
  });

  test('drops invisible characters and punctuation', () => {
    expect(foldName('\u200fمحمد\u200e')).toBe('محمد');
    expect(foldName('عبد\u200cالله')).toBe('عبدالله');
    expect(foldName('أحمد،')).toBe('احمد');
    expect(foldName('عبد-الله')).toBe('عبدالله');
  });

  test('is one for Persian and Arabic letters', () => {
    expect(foldName('کریم')).toBe(foldName('كريم'));
    expect(foldName('چرچس پژڤ')).toBe('جرجس بزف');
  });

  test('is one whether a waw or a yeh is doubled or not', () => {
    expect(foldName('داوود')).toBe('داود');
    expect(foldName('محيي الدين')).toBe(foldName('محي الدين'));
  });

  test('joins compounds at any place in a name', () => {
    expect(foldName('محمد  عبد  الفتاح   السيد')).toBe('محمد عبدالفتاح السيد');
    expect(foldName('أم كلثوم')).toBe('امكلثوم');
    expect(foldName('علي بن أبي طالب')).toBe('علي بنابيطالب');
    expect(foldName('سيف الإسلام')).toBe('سيفالاسلام');
    expect(foldName('عبد ال رحمن نور ال دين')).toBe('عبدالرحمن نورالدين');
  });

  test('keeps a compound word without a neighbour', () => {
    expect(foldName('عبد')).toBe('عبد');
    expect(foldName('الدين')).toBe('الدين');
    expect(foldName('ال')).toBe('ال');
  });

  test('ignores the case of Latin names and the script of digits', () => {
    expect(foldName(' Mina  GIRGIS ')).toBe('mina girgis');
    expect(foldName('مينا ٢')).toBe('مينا 2');
  });

  test('of an empty text is empty', () => {
    expect(foldName('')).toBe('');
    expect(foldName(' \u200f ء ')).toBe('');
  });
});

describe('the loose key', () => {
  test('drops an article and a final alef, heh or yeh, and keeps two letters', () => {
    expect(['السيد', 'سميره', 'مني', 'علا', 'ال', 'اله', 'طه'].map(looseName)).toEqual([
      'سيد',
      'سمير',
      'من',
      'عل',
      'ال',
      'ال',
      'طه',
    ]);
  });
  test('is shared by different names', () => expect(looseName(foldName('سميرة'))).toBe(looseName(foldName('سمير'))));
});

describe('a pasted full name', () => {
  test('is split into four parts without changes', () => {
    expect(nameParts('محمد أحمد محمود السيد')).toEqual(['محمد', 'أحمد', 'محمود', 'السيد']);
    expect(nameParts('  Mina\u00a0Girgis \n')).toEqual(['Mina', 'Girgis']);
    expect(nameParts(' ')).toEqual([]);
  });
  test('keeps compounds together', () => {
    expect(nameParts('عبد الرحمن نور الدين أبو بكر السيد')).toEqual(['عبد الرحمن', 'نور الدين', 'أبو بكر', 'السيد']);
    expect(nameParts('عبد ال رحمن منة الله')).toEqual(['عبد ال رحمن', 'منة الله']);
  });
  test('keeps the words for a newborn and the name of the mother together', () => {
    expect(nameParts('بنت نورا محمد علي حسن')).toEqual(['بنت نورا', 'محمد', 'علي', 'حسن']);
    expect(nameParts('بنت/نورا محمد علي حسن')).toEqual(['بنت/نورا', 'محمد', 'علي', 'حسن']);
    expect(nameParts('طفل / هدى محمد')).toEqual(['طفل / هدى', 'محمد']);
    expect(nameParts('مولودة عبد الله محمد')).toEqual(['مولودة عبد الله', 'محمد']);
    expect(nameParts('Baby of Nora Mohamed Ali')).toEqual(['Baby of Nora', 'Mohamed', 'Ali']);
    expect(nameParts('Baby girl Nora Mohamed')).toEqual(['Baby girl Nora', 'Mohamed']);
    expect(nameParts('B/O Nora Mohamed')).toEqual(['B/O Nora', 'Mohamed']);
  });
  test.each([
    ['جاد الرب محمد', ['جاد الرب', 'محمد']],
    ['عبد رب النبي محمد', ['عبد رب النبي', 'محمد']],
    ['محمد نور الهدى علي', ['محمد', 'نور الهدى', 'علي']],
    ['نور ال دين محمد', ['نور ال دين', 'محمد']],
    ['نور السيد محمد', ['نور', 'السيد', 'محمد']],
    ['Nour El Din Abd El Rahman El Sayed', ['Nour El Din', 'Abd El Rahman', 'El Sayed']],
    ['abdel rahman Abu Bakr', ['abdel rahman', 'Abu Bakr']],
  ])('keeps a compound together: %s', (pasted, parts) => expect(nameParts(pasted)).toEqual(parts));
  test('of more than four parts has the rest in the last one', () =>
    expect(nameParts('محمد أحمد علي حسن عمر')).toEqual(['محمد', 'أحمد', 'علي', 'حسن عمر']));
});
