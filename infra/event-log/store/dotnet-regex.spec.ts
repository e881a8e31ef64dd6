import { describe, expect, test } from 'vitest';
import { dotnetRegex } from './dotnet-regex.ts';

describe('an expression in .NET’s dialect matches', () => {
  test.each<[string, string, string[], string[]]>([
    ['as it would there', '^admission-[0-9a-f]+$', ['admission-0f'], ['admission-x', 'x-admission-0']],
    ['what is escaped needlessly', String.raw`^a\-b\:c\@\d\/$`, ['a-b:c@7/'], ['a-b:c@x/']],
    ['words of any script', String.raw`^\w+$`, ['مريض', 'größe', 'a_1', '患者'], ['a b', '!']],
    ['what is no word', String.raw`^\W$`, ['-', '€'], ['a', 'م']],
    ['digits of any script', String.raw`^\d\d$`, ['12', '٤٢'], ['1x']],
    ['spaces of any script', String.raw`^\s[\s]$`, [' \u0085', '\u00a0\t'], ['a ', ' \ufeff', '\ufeff ']],
    ['what is no space, in a class too', String.raw`^\S[\S]$`, ['ab', '\ufeffم'], ['a\u0085', '\u0085b', 'a ']],
    ['anything, by a set and its opposite', String.raw`^[\s\S]+[\w\W]+[\d\D]+$`, ['\n-\ufeff'], ['ab']],
    ['a hyphen behind a set', String.raw`^[\w-.]+$`, ['a-.b'], ['a+b']],
    ['words within a class', String.raw`^[\w.-]+$`, ['مريض-1.x'], ['a b']],
    ['the ends of words of any script', String.raw`\bمريض\b`, ['ال مريض.'], ['مريضة', 'مريض\u200cة']],
    ['in any case where it says so', '(?i)^abc$', ['ABC', 'aBc'], ['abd']],
    ['in one case otherwise', '^abc$', ['abc'], ['ABC']],
    ['braces and brackets that count nothing', '^{a}]$', ['{a}]'], ['a']],
    ['counts', '^a{2,3}b{1}$', ['aab', 'aaab'], ['ab']],
    ['a bracket at the beginning of a class', '^[]a]+$', [']a'], ['b']],
    ['a bracket in a class', '^[a[]+$', ['[a'], ['b']],
    ['groups with names', String.raw`^(?<one>a)(?'two'b)\k<one>$`, ['aba'], ['abb']],
    ['groups by their numbers, first those without names', String.raw`^(?<one>a)(b)\1\2$`, ['abba'], ['abab']],
    ['a group by its number, before a digit', String.raw`^(a)\k<1>0$`, ['aa0'], ['a0']],
    ['groups that only count with a name', String.raw`(?n)^(a)(?<one>b)\1$`, ['abb'], ['aba']],
    ['any letter but the end of a line', '^a.b$', ['a\rb', 'a\u2028b'], ['a\nb']],
    ['any letter at all where it says so', '(?s)^a.b$', ['a\nb'], ['ab']],
    ['lines, which end with a line feed only', '(?m)^b$', ['a\nb\nc', 'b'], ['a\rb', 'b\rc', 'a\u2028b']],
    ['what stands before or behind', '(?<=x)y(?!z)', ['xy', 'xya'], ['xyz', 'y']],
    ['between comments', '^a(?# letter )b$', ['ab'], ['a b']],
    ['at the very beginning and end', String.raw`\Aa\z`, ['a'], ['ba', 'a\n']],
    ['at the end, before a last line break', '^a$', ['a', 'a\n'], ['a\nb']],
    ['system types that are left out', '^[^$].*', ['Admitted', 'a$'], ['$metadata', '']],
  ])('%s', (_, source, matching, others) => {
    const expression = dotnetRegex(source);
    expect(matching.filter((text) => !expression.test(text))).toEqual([]);
    expect(others.filter((text) => expression.test(text))).toEqual([]);
  });
});

const refused = [
  '(',
  '[a',
  'a(?i)b',
  '(?(a)b|c)',
  '[a-z-[aeiou]]',
  '[[:alpha:]]',
  '*a',
  'a\\',
  '[a\\',
  String.raw`\Q`,
  String.raw`\_`,
  String.raw`\م`,
  String.raw`\p{Emoji}`,
];
/** References to no group, to one that is not closed, in an old form, and to one that may have been passed over. */
const astray = [
  String.raw`(a)\2`,
  String.raw`(?n)(a)\1`,
  String.raw`(a\1)`,
  String.raw`\1(a)`,
  String.raw`(a)\<1>`,
  String.raw`(a)?\1`,
  String.raw`(a)(?# or not )*\1`,
  String.raw`(?:(a)|b)\1`,
  String.raw`(?!(a))\1`,
];
test.each([...refused, ...astray])('%s is refused', (source) => {
  expect(() => dotnetRegex(source)).toThrow(SyntaxError);
});
