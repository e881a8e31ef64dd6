import { seededRandom } from 'service-kit/testing/seeded-random';
import { expect, test } from 'vitest';
import { found, tampered, untouched, ways } from './tampering.ts';

const TIMES = 40;

test('an untouched export is as it was signed', async () => {
  const random = seededRandom(1);
  for (let time = 0; time < TIMES; time += 1) {
    const lines = await untouched(random);
    expect(found(lines)).toEqual([]);
    expect(found(lines, undefined)).toEqual([]);
  }
});

// `npm run bench:tampering` tries ten thousand.
test.each(ways)('found and named: %s', async (way) => {
  const random = seededRandom(20_261);
  for (let time = 0; time < TIMES; time += 1) {
    const { lines, places } = await tampered(way, random);
    const named = found(lines).map(({ where }) => where);
    expect({ time, places, named, is: named.some((where) => places.includes(where)) }).toMatchObject({ is: true });
  }
});
