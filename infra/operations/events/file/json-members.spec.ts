import { expect, test } from 'vitest';
import { randomOf } from 'language/domain/testing/random';
import { jsonMembers } from './json-members.ts';

const members = (text: string): Record<string, string> => Object.fromEntries(jsonMembers(text));

test.each([
  ['an empty object', '{}', {}],
  ['spaces around everything', ' { "a" : 1 , "b" : [ 1 , 2 ] } ', { a: '1', b: '[ 1 , 2 ]' }],
  [
    'numbers as they are written',
    '{"a":1.0,"b":9223372036854775807,"c":-1E+2}',
    { a: '1.0', b: '9223372036854775807', c: '-1E+2' },
  ],
  [
    'text with everything that looks like structure',
    '{"a":"},{\\"]\\\\","b":"\\u007d"}',
    { a: '"},{\\"]\\\\"', b: '"\\u007d"' },
  ],
  ['objects in objects, with spaces kept', '{"a":{"b": [{"c":"]"}]},"d":null}', { a: '{"b": [{"c":"]"}]}', d: 'null' }],
  ['names that are written with escapes', '{"\\u0064ata":true}', { data: 'true' }],
  ['a name that comes twice: the last one', '{"a":1,"a":2}', { a: '2' }],
])('%s', (_, text, expected) => {
  expect(members(text)).toEqual(expected);
});

test('every member of any object keeps its text', () => {
  const chance = randomOf(7);
  const value = (depth: number): unknown => {
    switch (chance.between(depth > 3 ? 3 : 1, 5)) {
      case 1:
        return Array.from({ length: chance.between(0, 4) }, () => value(depth + 1));
      case 2:
        return Object.fromEntries(
          Array.from({ length: chance.between(0, 4) }, (_, index) => [
            `${chance.pick(['a', '"', '\\', ' '])}${index}`,
            value(depth + 1),
          ]),
        );
      case 3:
        return chance.between(-1e9, 1e9) / 8;
      case 4:
        return null;
      default:
        return (
          chance.pick(['', '"', '\\', '{', '}]', ',', ':', 'مريض', '🩺', '\n\t', '\u2028', '\\"']) +
          chance.pick(['', 'x', '\\'])
        );
    }
  };
  for (let round = 0; round < 500; round += 1) {
    const object = Object.fromEntries(
      Array.from({ length: chance.between(0, 5) }, (_, index) => [`name ${index}`, value(0)]),
    );
    const written = JSON.stringify(object, undefined, chance.pick([0, 1, 3]));
    expect(Object.keys(members(written))).toEqual(Object.keys(object));
    for (const [name, text] of jsonMembers(written)) expect(JSON.parse(text)).toEqual(object[name]);
  }
});
