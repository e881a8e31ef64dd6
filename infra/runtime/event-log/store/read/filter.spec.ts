import { describe, expect, test } from 'vitest';
import { BadRequest, type LoggedEvent } from '../event.ts';
import { filterOf, type Filter } from './filter.ts';

const byType = (regex: string): Filter => filterOf({ on: 'type', prefixes: [], regex, checkpointEvery: 32n });

const eventOf = (type: string): LoggedEvent => ({
  id: '00000000-0000-4000-8000-000000000001',
  type,
  isJson: true,
  data: Buffer.alloc(0),
  metadata: Buffer.alloc(0),
  position: 1n,
  stream: 'spec-1',
  revision: 0n,
  created: 0,
});

describe('an expression that means the same to .NET and JavaScript matches', () => {
  test.each<[string, string, string[], string[]]>([
    ['characters and ranges', '^admission-[0-9a-f]+$', ['admission-0f'], ['admission-x', 'x-admission-0']],
    ['escaped syntax', String.raw`^a\.b\/c\$[\-\]]$`, ['a.b/c$-', 'a.b/c$]'], ['axb/c$-']],
    ['an escaped backslash before a letter', String.raw`^a\\w$`, [String.raw`a\w`], ['ab']],
    ['categories of any script', String.raw`^[\p{L}\p{Nd}_]+$`, ['مريض', 'größe', 'a_1', '患者'], ['a b', '!']],
    ['any case where the options say so', '(?i)^abc$', ['ABC', 'aBc'], ['abd']],
    ['one case otherwise', '^abc$', ['abc'], ['ABC']],
    ['counts', '^a{2,3}b{1}$', ['aab', 'aaab'], ['ab']],
    ['a bracket in a class', '^[a[]+$', ['[a'], ['b']],
    ['named groups', '^(?<one>a)(?:b|c)$', ['ab', 'ac'], ['a']],
    ['any letter but a line feed', '^a.b$', ['axb'], ['a\nb']],
    ['any letter at all where the options say so', '(?s)^a.b$', ['a\nb'], ['ab']],
    ['lines where the options say so', '(?m)^b$', ['a\nb\nc', 'b'], ['abc']],
    ['a look behind and ahead', '(?<=x)y(?!z)', ['xy', 'xya'], ['xyz', 'y']],
    ['types that are not the system’s', String.raw`^[^\$].*`, ['Admitted', 'a$'], ['$metadata', '']],
  ])('%s', (_, regex, matching, others) => {
    const filter = byType(regex);
    expect(matching.filter((type) => !filter.accepts(eventOf(type)))).toEqual([]);
    expect(others.filter((type) => filter.accepts(eventOf(type)))).toEqual([]);
  });
});

describe('an expression is refused with a reason', () => {
  const unknownToJavaScript = [
    '(',
    '[a',
    '*a',
    'a\\',
    '[a\\',
    'a(?i)b',
    '(?n)a',
    '(?(a)b|c)',
    '(?#note)a',
    "(?'two'b)",
    '^{a}]$',
    String.raw`^a\-b`,
    String.raw`\Aa\z`,
    String.raw`\Q`,
    String.raw`\م`,
    String.raw`\p{IsGreek}`,
  ];
  const readDifferently = [
    String.raw`^\w+$`,
    String.raw`\d`,
    String.raw`a\sb`,
    String.raw`\bward\b`,
    String.raw`[^\W-]`,
    String.raw`[\d]`,
    '[]a]',
    '[^]a]',
    '[]a-z[]',
    '[]',
    '[^]',
    '[a-z-[aeiou]]',
    '[+-[b]',
    '[[:alpha:]]',
    '[[:alpha:]',
    String.raw`(a)\1`,
    String.raw`(?<one>a)(b)\1`,
    String.raw`(?<one>a)\k<one>`,
    String.raw`(a)?\1`,
  ];
  test.each([...unknownToJavaScript, ...readDifferently])('%s', (regex) => {
    expect(() => byType(regex)).toThrow(BadRequest);
    expect(() => byType(regex)).toThrow(/^The filter's regular expression cannot be understood: [^]+ \([^]+\)$/);
  });
});
