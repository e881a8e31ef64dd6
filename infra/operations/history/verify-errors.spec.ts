import { createSigning } from 'service-kit/security/signing';
import { randomOf } from 'language/domain/testing/random';
import { signedChanges } from 'query-api/history/error-export';
import { expect, test } from 'vitest';
import { found, publicKey } from './tampering.ts';

const signing = createSigning(Buffer.alloc(32, 1));
const row = (index: number) => ({
  entry_id: `e-${index}`,
  revision: '7',
  patient_id: 'p',
  patient_name: '',
  admission_id: 'a',
  review_id: 'a.r',
  at: new Date(1e12 - index),
  recorded_at: null,
  actor_id: 'u',
  actor_name: 'دينا',
  late: false,
  what: ['severity'],
  err_type: 't',
  err_type_label: 'Dose',
  err_drug: 'd',
  err_drug_label: 'Marevan',
  severity: 'D',
  response: 1,
  rating: null,
  follow_up_on: null,
});

/** An auditor's export of `count` changes, five lines a part. */
async function exported(count: number, by = signing, at = new Date(0)): Promise<string[]> {
  const snapshot = {
    text: async <Row extends object>(_statement: string, _values: readonly unknown[], textOf: (row: Row) => string) =>
      (async function* () {
        for (let index = 0; index < count; index += 1) yield textOf(row(index) as unknown as Row);
      })(),
  };
  let file = '';
  for await (const text of signedChanges(snapshot, {
    search: { team: 'icu', severity: 'D' },
    timeZone: 'Africa/Cairo',
    by: 'u',
    at,
    signing: by,
    part: 5,
  }))
    file += text;
  return file.trimEnd().split('\n');
}
const isSignature = (line: string): boolean => line.startsWith('{"signed"');
const changesIn = (lines: readonly string[]): number[] =>
  lines.flatMap((line, index) => (line.startsWith('{"change"') ? [index] : []));
const nameOf = (line: string): string =>
  line.startsWith('{"change"') ? `change ${(JSON.parse(line) as { change: { _id: string } }).change._id}` : 'header';

test.each([0, 1, 4, 5, 23, 24, 25])('an export of %i changes is as it was signed', async (count) => {
  const lines = await exported(count);
  expect(lines.filter(isSignature).length).toBe(Math.floor((count + 1) / 5) + 1);
  expect(found(lines)).toEqual([]);
  expect(found(lines, undefined)).toEqual([]);
});

test('a change that is altered, dropped, inserted or moved in any part is found and named', async () => {
  const random = randomOf(20_262).next;
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let time = 0; time < 60; time += 1) {
    const signed = await exported(12 + below(20));
    const changes = changesIn(signed);
    const [one = 0, other = 0] = [changes[below(changes.length)], changes[below(changes.length)]];
    const name = nameOf(signed[one] ?? '');
    const without = signed.filter((_, index) => index !== one);
    const inserted = JSON.stringify({
      change: { ...(JSON.parse(signed[one] ?? '') as { change: object }).change, _id: 'made-up@1' },
    });
    const swapped = signed.map((line, index) =>
      index === one ? (signed[other] ?? '') : index === other ? (signed[one] ?? '') : line,
    );
    const tampered: readonly [lines: string[], what: string, where: string][] = [
      [signed.map((line, index) => (index === one ? line.replace('"D"', '"C"') : line)), 'altered', name],
      [without, 'dropped', name],
      [signed.toSpliced(one, 0, inserted), 'inserted', 'change made-up@1'],
    ];
    for (const [lines, what, where] of tampered)
      expect(found(lines).map((each) => ({ what: each.what, where: each.where }))).toContainEqual({ what, where });
    if (one !== other)
      expect(found(swapped).some(({ where }) => [name, nameOf(signed[other] ?? '')].includes(where))).toBe(true);
  }
});

test('a part that is dropped, moved or comes from another export is found', async () => {
  const signed = await exported(30);
  const ends = signed.flatMap((line, index) => (isSignature(line) ? [index + 1] : []));
  const part = (number: number): string[] => signed.slice(ends[number - 2] ?? 0, ends[number - 1]);
  const parts = ends.map((_, index) => part(index + 1));
  expect(found([...part(1), ...part(3), ...parts.slice(3).flat()])).toContainEqual(
    expect.objectContaining({ what: 'dropped', where: 'part 2' }),
  );
  expect(found([...part(1), ...part(3), ...part(2), ...parts.slice(3).flat()]).map(({ where }) => where)).toContain(
    'part 2',
  );
  const later = await exported(29, signing, new Date(1));
  expect(found([...part(1), ...later.slice(ends[0])]).map(({ where }) => where)).toContain('part 2');
  expect(found(signed.slice(0, ends[2]))).toContainEqual(expect.objectContaining({ what: 'cut off' }));
  expect(found(signed.slice(0, -1))).toContainEqual(expect.objectContaining({ what: 'cut off' }));
});

test('a file with the signature of another key is found', async () => {
  const forged = await exported(12, createSigning(Buffer.alloc(32, 2)));
  expect(found(forged, publicKey)).toContainEqual(expect.objectContaining({ what: 'forged', where: 'header' }));
  // With the header of the right key.
  const [header = ''] = await exported(12);
  expect(found([header, ...forged.slice(1)]).map(({ what }) => what)).toContain('forged');
});
