import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { productVersion } from './product-version.ts';

const folder = mkdtempSync(join(tmpdir(), 'version-'));
const root = pathToFileURL(`${folder}/`);
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a release names itself, other sources have the version of package.json', () => {
  expect(productVersion(root)).toBe('unknown');
  writeFileSync(join(folder, 'package.json'), '{"version":"0.1.0"}');
  expect(productVersion(root)).toBe('0.1.0');
  writeFileSync(join(folder, 'MANIFEST'), 'VERSION=0.1.0-1a2b3c4d\nCOMMIT=1a2b\n');
  expect(productVersion(root)).toBe('0.1.0-1a2b3c4d');
});

test('this product has one', () => {
  expect(productVersion()).toMatch(/^\d+\.\d+\.\d+/);
});
