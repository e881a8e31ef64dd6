import { describe, expect, test } from 'vitest';
import { dotnetRegex } from './dotnet-regex.ts';

describe('an expression in .NET’s dialect matches', () => {
  test.each<[string, string, string[], string[]]>([
    ['as it would there', '^admission-[0-9a-f]+$', ['admission-0f'], ['admission-x', 'x-admission-0']],
    ['what is escaped needlessly', String.raw`^a\-b\_c\@\d\/$`, ['a-b_c@7/'], ['a-b_c@x/']],
    ['words of any script', String.raw`^\w+$`, ['مريض', 'größe', 'a_1', '患者'], ['a b', '!']],
    ['what is no word', String.raw`^\W$`, ['-', '€'], ['a', 'م']],
    ['digits of any script', String.raw`^\d\d$`, ['12', '٤٢'], ['1x']],
    ['words within a class', String.raw`^[\w.-]+$`, ['مريض-1.x'], ['a b']],
    ['the ends of words of any script', String.raw`\bمريض\b`, ['ال مريض.'], ['مريضة']],
    ['in any case where it says so', '(?i)^abc$', ['ABC', 'aBc'], ['abd']],
    ['in one case otherwise', '^abc$', ['abc'], ['ABC']],
    ['braces and brackets that count nothing', '^{a}]$', ['{a}]'], ['a']],
    ['counts', '^a{2,3}b{1}$', ['aab', 'aaab'], ['ab']],
    ['a bracket at the beginning of a class', '^[]a]+$', [']a'], ['b']],
    ['a bracket in a class', '^[a[]+$', ['[a'], ['b']],
    ['groups with names', String.raw`^(?<one>a)(?'two'b)\k<one>$`, ['aba'], ['abb']],
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

test.each(['(', '[a', 'a(?i)b', '(?(a)b|c)', '[a-z-[aeiou]]', String.raw`\Q`, '*a'])('%s is refused', (source) => {
  expect(() => dotnetRegex(source)).toThrow(SyntaxError);
});
