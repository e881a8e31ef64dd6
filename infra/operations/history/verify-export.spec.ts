import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSigning } from 'service-kit/security/signing';
import { randomOf } from 'language/domain/testing/random';
import { expect, onTestFinished, test } from 'vitest';
import { found, tampered, untouched, ways } from './tampering.ts';

const TIMES = 40;

test('an untouched export is as it was signed', async () => {
  const random = randomOf(1).next;
  for (let time = 0; time < TIMES; time += 1) {
    const lines = await untouched(random);
    expect(found(lines)).toEqual([]);
    expect(found(lines, undefined)).toEqual([]);
  }
});

test.each(['--key <key>', '--key=<key>'])('%s may begin with a hyphen, as every 64th key does', async (option) => {
  const signing = Array.from({ length: 256 }, (_, seed) => createSigning(Buffer.alloc(32, seed))).find(
    ({ publicKey }) => publicKey.startsWith('-'),
  );
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'export.ndjson');
  await writeFile(file, `${(await untouched(randomOf(1).next, signing)).join('\n')}\n`);
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      fileURLToPath(new URL('verify-export.mjs', import.meta.url)),
      file,
      ...option.replace('<key>', signing?.publicKey ?? '').split(' '),
    ],
    { encoding: 'utf8' },
  );
  expect([signing?.publicKey, status, stderr]).toEqual([expect.stringMatching(/^-/), 0, '']);
});

test('a signature of which any one character differs is found, also where it means the same bytes', async () => {
  const lines = await untouched(randomOf(1).next);
  const last = JSON.parse(lines.at(-1) ?? '') as { signed: string; signature: string };
  const others = [...last.signature].flatMap((letter, index) =>
    ['A', 'B', 'b', '_', ',', '='].flatMap((other) =>
      other === letter ? [] : [last.signature.slice(0, index) + other + last.signature.slice(index + 1)],
    ),
  );
  expect(others.length).toBeGreaterThan(400);
  for (const signature of others) {
    const altered = [...lines.slice(0, -1), JSON.stringify({ ...last, signature })];
    expect({ signature, found: found(altered).map(({ where }) => where) }).toEqual({
      signature,
      found: expect.arrayContaining(['the last line']) as unknown,
    });
  }
});

test.each(ways)('found and named: %s', async (way) => {
  const random = randomOf(20_261).next;
  for (let time = 0; time < TIMES; time += 1) {
    const { lines, places } = await tampered(way, random);
    const named = found(lines).map(({ where }) => where);
    expect({ time, places, named, is: named.some((where) => places.includes(where)) }).toMatchObject({ is: true });
  }
});
