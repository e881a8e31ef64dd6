/** The import of a dump with the dirt of real data, into the product as it runs. */
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../test/product.ts';
import { buildWhatChanged } from '../test/started-program.ts';
import { call, countDump, countsOf, type Figures, importDump, makeDump, reportedFigures, signIn } from './testing.ts';

let folder: string;
let product: Product;
const dump = (name: string): string => path.join(folder, name);
const report = (): string => path.join(folder, 'report.ndjson');
const run = (name: string, ...more: string[]) =>
  importDump(product, ['--from', dump(name), '--report', report(), ...more]);

beforeAll(async () => {
  await buildWhatChanged();
  folder = await mkdtemp(path.join(tmpdir(), 'old-system-'));
  await makeDump(dump('json'), { patients: 12 });
  await makeDump(dump('bson'), { patients: 12, format: 'bson' });
  await makeDump(dump('array'), { patients: 12, format: 'array' });
  product = await startProduct({ env: { LOG_LEVEL: 'warn', CAPTCHA: 'off', RATE_LIMIT: 'off' } });
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The script names the teams; the API answers by team. */
const byCount = ({
  admissions: _admissions,
  name: _name,
  ...figures
}: Figures & { name?: string }): Omit<Figures, 'admissions'> => figures;

test('a dump is imported once, killed in between, from each form of file, with the figures of the old system', async () => {
  const planned = await run('json', '--dry-run');
  expect(planned.code).toBe(1);
  const killed = await importDump(product, ['--from', dump('json'), '--report', report()], 2_500);
  expect([null, 1]).toContain(killed.code);
  const finished = await run('json');
  expect(finished.code).toBe(1);
  for (const collection of ['users', 'patients', 'admissions', 'reviews', 'physicnotes', 'drugs']) {
    const { added, same, refused } = countsOf(finished, collection);
    expect({ collection, taken: added + same, refused }).toEqual({
      collection,
      taken: countsOf(planned, collection).added + countsOf(planned, collection).same,
      refused: countsOf(planned, collection).refused,
    });
  }
  for (const again of ['json', 'bson', 'array']) {
    const second = await run(again);
    for (const collection of [
      'users',
      'teams',
      'patients',
      'admissions',
      'reviews',
      'physicnotes',
      'drugs',
      'errtypes',
    ])
      expect({ again, collection, added: countsOf(second, collection).added }).toEqual({ again, collection, added: 0 });
  }

  const counted = Object.entries(await countDump(dump('json')));
  for (const [index, [team, figures]] of counted.entries()) {
    const token = await signIn(product, `person${index * 6}@old.test`, 'old-pass-1');
    await expect
      .poll(() => reportedFigures(product, token, team).then(byCount), { timeout: 60_000 })
      .toEqual(byCount(figures));
  }

  const lines = (await readFile(report(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object).filter((line) => 'outcome' in line)).toHaveLength(
    lines.length,
  );
  expect(lines.join('\n')).not.toMatch(/dose too high for renal|الجرعة/);
});

test('an imported chart has the authors and dates of then, and its history says that it was imported', async () => {
  const reviews = (await readFile(path.join(dump('json'), 'reviews.json'), 'utf8')).trim().split('\n');
  const token = await signIn(product, 'person1@old.test', 'old-pass-1');
  const teams = await call<{ _id: string }[]>(product, 'GET', '/api/teams/?user=person1@old.test', token);
  const old = reviews
    .map(
      (line) =>
        JSON.parse(line) as {
          _id: { $oid: string };
          admission: { $oid: string };
          team: { $oid: string };
          userId: { $oid: string };
        },
    )
    .filter(({ team }) => team.$oid === teams[0]?._id);
  interface Change {
    readonly type: string;
    readonly of: string;
    readonly at: string;
    readonly actorId: string;
    readonly imported?: true;
  }
  const found: Change[] = [];
  for (const admission of new Set(old.map((one) => one.admission.$oid)))
    for (let page = 1; ; page += 1) {
      const asked = `/api/history/admissions/${admission}?pageNumber=${page}`;
      const timeline = await call<{ events: Change[]; pages: number }>(product, 'GET', asked, token).catch(
        () => undefined,
      );
      found.push(...(timeline?.events ?? []));
      if (page >= (timeline?.pages ?? 0)) break;
    }
  const added = found.filter(({ type }) => type === 'ReviewAdded');
  expect(added.length).toBeGreaterThan(3);
  expect(found.every(({ imported }) => imported === true)).toBe(true);
  for (const { of, at, actorId } of added) {
    const review = old.find(({ _id }) => of.endsWith(_id.$oid));
    expect({ actorId, at }).toEqual({
      actorId: review?.userId.$oid,
      at: new Date(Number.parseInt(review?._id.$oid.slice(0, 8) ?? '', 16) * 1_000).toISOString(),
    });
  }
});

test('a file that is cut off and one that is no dump end with a sentence, and the rest is taken', async () => {
  const cut = path.join(dump('array'), 'patients.json');
  await truncate(cut, 500);
  const { code, output } = await run('array', '--dry-run');
  expect(code).toBe(1);
  expect(countsOf({ code, output }, 'patients').refused).toBeGreaterThan(0);
  await writeFile(dump('nothing.txt'), '');
  expect((await importDump(product, ['--from', folder, '--report', report()])).output).toContain(
    'has no file of the old system',
  );
  expect((await importDump(product, ['--report', report()])).code).toBe(64);
});
