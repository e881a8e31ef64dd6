import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { root } from '../../../test/started-program.ts';
import { plantedBugs } from './bugs.ts';
import { withBug } from './run-planted.ts';

test.each(plantedBugs)('"$name" has one place in $file, and the file with it can be read', (bug) => {
  const text = readFileSync(join(root, bug.file), 'utf8');
  expect(text.split(bug.find)).toHaveLength(2);
  expect(parseSync(bug.file, withBug(text, bug)).errors).toEqual([]);
});

test('a text that occurs twice or not at all is no place for a bug', () => {
  const bug = { ...plantedBugs[0]!, find: 'a', replace: 'b' };
  expect(withBug('xay', bug)).toBe('xby');
  expect(() => withBug('aa', bug)).toThrow('once');
  expect(() => withBug('x', bug)).toThrow('once');
});
