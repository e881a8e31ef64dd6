import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type Product } from '../product.ts';
import { buildWhatChanged, root } from '../started-program.ts';
import { unpack } from './archive.ts';
import { client, signedIn, type Ask } from './client.ts';
import { type Answers, type Kept, people, writeChart } from './sample-data.ts';

const folder = join(root, 'infra/verification/test/data-folders');
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

test('data folders of earlier versions are kept', () => {
  expect(names).toEqual(expect.arrayContaining(['2026-11', '2026-11-23']));
});

describe.each(names)('the data folder %s', (name) => {
  let dataDir: string;
  let product: Product;
  let kept: Kept;
  let pharmacist: Ask;

  const start = async (): Promise<void> => {
    product = await startProduct({ dataDir, env: { CAPTCHA: 'off', RATE_LIMIT: 'off' } });
    pharmacist = await signedIn(product.url, people.pharmacist);
  };
  const expectAnswers = async (reader: Ask, answers: Answers): Promise<void> => {
    for (const [path, answer] of Object.entries(answers))
      expect({ path, answer: upToDay(await reader('GET', path), kept.day) }).toMatchObject({ path, answer });
  };
  const expectEverything = async (): Promise<void> => {
    await expectAnswers(pharmacist, kept.answers);
    for (const { answers, ...person } of kept.readers ?? [])
      await expectAnswers(await signedIn(product.url, person), answers);
  };

  beforeAll(async () => {
    kept = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Kept;
    dataDir = await mkdtemp(join(tmpdir(), 'data-folder-'));
    await unpack(join(folder, `${name}.tar.br`), dataDir);
    await start();
  });
  afterAll(async () => {
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('answers every read as the version that wrote it', () => expectEverything());

  test('shows nothing of a patient who was deleted', async () => {
    await expect(pharmacist('GET', `/api/patients/${kept.ids.erasedPatient}`)).rejects.toThrow('404');
  });

  test('answers the same after a second start', async () => {
    expect(await product.stop()).toBe(0);
    await start();
    await expectEverything();
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

  test('takes commands of each kind, and changes of a team', async () => {
    const [second, physician] = [
      await signedIn(product.url, people.second),
      await signedIn(product.url, people.physician),
    ];
    const { team, errorType, drug } = kept.ids;
    const { patient, erasedPatient, admission } = await writeChart(
      { pharmacist, second, physician },
      team,
      { tooHigh: errorType, duplicate: errorType, tradeLabel: drug },
      { names: ['هدى', 'ليلى'], recordNumbers: ['88001', '88010', '88002'] },
    );
    await expect
      .poll(() => pharmacist('GET', `/api/patients/${patient}`), patience)
      .toMatchObject({
        medicalRecordNumber: '88010',
      });
    await expect(pharmacist('GET', `/api/patients/${erasedPatient}`)).rejects.toThrow('404');
    const reviews = () => pharmacist<{ drugErrs: object[] }[]>('GET', `/api/reviews/listAdmissionReviews/${admission}`);
    await expect.poll(reviews, patience).toMatchObject([{ drugErrs: [{ rating: 3.5 }, {}] }]);
    const { members } = await pharmacist<{ members: { userId: string; user: string }[] }>('GET', `/api/teams/${team}`);
    const { userId } = members.find(({ user }) => user === people.second.email)!;
    await pharmacist('PUT', `/api/teams/${team}/members/${userId}`, { canAudit: true });
    const audits = async () => (await pharmacist<{ members: object[] }>('GET', `/api/teams/${team}`)).members;
    await expect.poll(audits, patience).toContainEqual(expect.objectContaining({ userId, canAudit: true }));
  });

  test('has a whole and sealed history of the team', async () => {
    const verify = () => pharmacist('GET', `/api/history/teams/${kept.ids.team}/verifyAll`);
    await expect.poll(verify, patience).toMatchObject({ broken: [] });
  });

  test('is ready for people who are not signed in', async () => {
    expect(await client(product.url)('GET', '/api/ready')).toMatchObject({ ready: true });
  });
});
