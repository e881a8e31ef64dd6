import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type Product } from '../product.ts';
import { buildWhatChanged, root } from '../started-program.ts';
import { unpack } from './archive.ts';
import { client, signedIn, type Ask } from './client.ts';
import { people, type Kept } from './sample-data.ts';

const folder = join(root, 'infra/test/data-folders');
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));
const patience = { timeout: 30_000, interval: 200 };

/** Leaves out the days after `day`: an open admission has one day more each day. */
function upToDay(answer: unknown, day: string): unknown {
  if (Array.isArray(answer)) return answer.filter((item) => !isLater(item, day)).map((item) => upToDay(item, day));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, upToDay(value, day)]));
}
function isLater(item: unknown, day: string): boolean {
  const date: unknown = typeof item === 'object' && item !== null && 'dayDate' in item ? item.dayDate : item;
  return typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) && date > day;
}

beforeAll(buildWhatChanged);

test('a data folder of an earlier version is kept', () => {
  expect(names).toContain('2026-11');
});

describe.each(names)('the data folder %s', (name) => {
  let dataDir: string;
  let product: Product;
  let kept: Kept;
  let pharmacist: Ask;

  beforeAll(async () => {
    kept = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Kept;
    dataDir = await mkdtemp(join(tmpdir(), 'data-folder-'));
    await unpack(join(folder, `${name}.tar.br`), dataDir);
    product = await startProduct({ dataDir, env: { CAPTCHA: 'off', RATE_LIMIT: 'off' } });
    pharmacist = await signedIn(product.url, people.pharmacist);
  });
  afterAll(async () => {
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('answers every read as the version that wrote it', async () => {
    for (const [path, answer] of Object.entries(kept.answers)) {
      expect({ path, answer: upToDay(await pharmacist('GET', path), kept.day) }).toMatchObject({ path, answer });
    }
  });

  test('shows nothing of a patient who was deleted', async () => {
    await expect(pharmacist('GET', `/api/patients/${kept.ids.erasedPatient}`)).rejects.toThrow('404');
  });

  test('takes new entries, and its whole history is intact', async () => {
    const { review: reviewId, admission, drug: errDrug, errorType: errType } = kept.ids;
    const drugErr = { errDrug, errType, errNote: '<p>INR 3.1</p>', errRes: null, errSeverity: 'C' };
    const { revision } = await pharmacist<{ revision: number }>('POST', `/api/reviews/addRevMed/${reviewId}`, {
      reviewId,
      drugErr,
    });
    const verify = () =>
      pharmacist<{ intact: boolean; checked: number; sealed: number }>(
        'GET',
        `/api/history/admissions/${admission}/verify`,
      );
    const events = revision + 1;
    await expect.poll(verify, patience).toMatchObject({ intact: true, checked: events, sealed: events });
  });

  test('is ready for people who are not signed in', async () => {
    expect(await client(product.url)('GET', '/api/ready')).toMatchObject({ ready: true });
  });
});
