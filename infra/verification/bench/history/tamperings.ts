/** `npm run bench:tampering`: ten thousand tamperings. The check of exports must find and name each of them. */
import { randomOf } from 'language/domain/testing/random';
import { found, tampered, ways } from '../../../operations/history/tampering.ts';

const TIMES = 10_000;
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const random = randomOf(seed).next;
const missed = new Map<string, number>();
for (let time = 0; time < TIMES; time += 1) {
  const way = ways[time % ways.length] ?? 'a letter';
  const { lines, places } = await tampered(way, random);
  if (!found(lines).some(({ where }) => places.includes(where))) missed.set(way, (missed.get(way) ?? 0) + 1);
}
console.log(
  `seed ${seed}: ${TIMES} tamperings, ` +
    `${[...missed.values()].reduce((sum, count) => sum + count, 0)} missed or not named`,
  Object.fromEntries(missed),
);
process.exitCode = missed.size === 0 ? 0 : 1;
