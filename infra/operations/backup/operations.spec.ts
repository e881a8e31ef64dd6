/** Each command line of docs/operations.md is one that the commands understand; `drill.nightly.int.spec.ts` runs them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../verification/test/started-program.ts';
import { backupCommandOf, restoreCommandOf } from './command-line.ts';

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const optionsOf = (pattern: RegExp): string[][] =>
  [...page.matchAll(pattern)].map(([, options = '']) => options.trim().split(/\s+/).filter(Boolean));

test('the page names backups as the command understands them', () => {
  const lines = [
    ...optionsOf(/npm run backup -- ([^`\n]*)/g),
    ...optionsOf(/infra\/dist\/operations\/backup\/backup-main\.js ([^`\n]*)/g),
  ];
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines)
    expect({ line, understood: backupCommandOf(line) !== undefined }).toMatchObject({ understood: true });
});

test('the page names restores as the command understands them', () => {
  const lines = [
    ...optionsOf(/npm run restore -- ([^`\n]*)/g),
    ...optionsOf(/infra\/dist\/operations\/backup\/restore-main\.js ([^`\n]*)/g),
    ...optionsOf(/bin\/clinical-pharmacy restore ([^`\n]*)/g),
  ];
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines)
    expect({ line, understood: restoreCommandOf(line) !== undefined }).toMatchObject({ understood: true });
});

test('the programs that the page starts are there', () => {
  for (const [, program = ''] of page.matchAll(/infra\/dist\/operations\/backup\/([\w-]+)\.js/g))
    expect(existsSync(join(root, `infra/operations/backup/${program}.ts`))).toBe(true);
});
