import type { Review } from 'command-api/contract/entities';
import { expect, test } from 'vitest';
import type { Answered } from './calls.ts';
import { Chart } from './chart.ts';
import { withItem } from './view.ts';

const review = (_id: string, version: number): Review => ({
  _id,
  version,
  headVersion: version,
  admission: 'a',
  patient: 'p',
  team: 't',
  reviewDate: '2026-03-02',
  clinicalNote: '',
  drugErrs: [],
  userId: 'u',
  userEmail: '',
  userName: '',
  userPhone: '',
});
const silent = { counted: () => undefined, shown: () => undefined };

test('a read of the whole chart that an own answer overtakes is repeated whole', async () => {
  /** Reads of the reviews that wait for their answer. */
  const waiting: { path: string; answer: (body: unknown) => void }[] = [];
  const chart = new Chart(
    'a',
    (path) =>
      path.includes('listAdmissionReviews')
        ? new Promise<Answered>((resolve) => {
            waiting.push({ path, answer: (body) => resolve({ status: 200, body, stale: false }) });
          })
        : Promise.resolve({ status: 200, body: [], stale: false }),
    silent,
  );
  const shown = () => chart.view.reviews?.map(({ _id, version }) => `${_id}@${version}`);

  chart.readAgain(['reviews']);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.answer([review('r1', 1)]);
  await expect.poll(shown).toEqual(['r1@1']);
  chart.revisionKnown(1);
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.answer([review('r1', 1)]);
  await expect.poll(() => chart.isReading).toBe(false);

  // A note was lost: a teammate has written r2. The whole chart is read.
  chart.revisionKnown(2);
  await expect.poll(() => waiting.length).toBe(3);
  chart.answered(3, 'reviews', (held) => withItem(held, review('r1', 3)));
  waiting[2]?.answer([review('r1', 1), review('r2', 2)]);
  chart.hear({ stream: 'admission-a', revision: 3, from: 3, touched: ['review:r1'] });
  await expect.poll(() => waiting.length).toBe(4);
  expect(waiting[3]?.path).not.toContain('ids=');
  waiting[3]?.answer([review('r1', 3), review('r2', 2)]);
  await expect.poll(shown).toEqual(['r1@3', 'r2@2']);
});
