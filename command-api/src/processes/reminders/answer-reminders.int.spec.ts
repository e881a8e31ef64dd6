import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Review } from 'language/contract/entities';
import { firstAnswerRules } from 'language/domain/team/answer-rules';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { type Leadership, tryToLead } from 'service-kit/postgres/leader-lock';
import { createLogger } from 'service-kit/process/logger';
import { createMailOutbox } from '../../accounts/mail-outbox.ts';
import { createHandle } from '../../commands/handle.ts';
import type { Handle } from '../../commands/intent.ts';
import { openWard, startTestEnvironment, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';
import { createReminderClock } from './answer-reminders.ts';

const FOLLOWER = 'reminders-of-a-spec';

let environment: TestEnvironment;
let ward: Ward;
let leadership: Leadership;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  const found = await tryToLead(environment.pool, FOLLOWER);
  if (!found) throw new Error('another process leads');
  leadership = found;
  const rules = { ...firstAnswerRules, quietFrom: '', quietUntil: '' };
  expect(await ward.mona.put(`/api/teams/${ward.team._id}/answerRules`, rules)).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await leadership?.release();
  await environment?.stop();
});

/** Stands for a process of its own, at another time. */
async function openClock(
  minutes: number,
  wrapped: (handle: Handle) => Handle = (handle) => handle,
): Promise<{ run(): Promise<void>; pushes: [string, number][] }> {
  const { pool, log } = environment;
  const pushes: [string, number][] = [];
  const clock = createReminderClock(
    {
      pool,
      log,
      logger: createLogger('spec', 'silent'),
      folds: createFoldCaches(log),
      handle: wrapped(createHandle(log, 'Africa/Cairo')),
      timeZone: 'Africa/Cairo',
      mail: { outbox: createMailOutbox(pool, String), wake: () => undefined },
      push: async (userId, count) => void pushes.push([userId, count]),
      now: () => new Date(Date.now() + minutes * 60_000),
    },
    leadership.fence,
    FOLLOWER,
  );
  await clock.resume();
  return {
    pushes,
    async run() {
      while (await clock.round());
    },
  };
}

const reminders = async (): Promise<string[]> =>
  (await environment.events(`admission-${ward.admission._id}`)).flatMap(({ type, data }) => {
    const { step, to } = data as { step: number; to: string[] };
    return type === 'AnswerReminded' ? [`${step} ${to.join()}`] : [];
  });
const waiting = async () =>
  (await environment.pool.query('select admission_id, due_at, reminded from accounts.waiting_admission')).rows;

test('each step is reminded once, also by a process that was killed before it knew the outcome, until the answer', async () => {
  const { mona, hany, admission } = ward;
  const { body: review } = await mona.post<Answer<Review>>('/api/reviews/addReview', {
    admissionId: admission._id,
    reviewDate: '2025-03-02',
    clinicalNote: '',
    drugErrs: [ward.entry({ errRes: null, errSeverity: 'G' })],
  });
  const early = await openClock(29);
  await early.run();
  expect(await reminders()).toEqual([]);

  const due = await openClock(31);
  await due.run();
  await due.run();
  expect(await reminders()).toEqual([`1 ${hany.me._id}`]);
  expect(due.pushes).toEqual([[hany.me._id, 1]]);

  const dying = await openClock(200, (handle) => async (intent) => {
    await handle(intent);
    throw new Error('the process was killed');
  });
  await expect(dying.run()).rejects.toThrow('killed');
  const next = await openClock(201);
  await next.run();
  expect(await reminders()).toEqual([`1 ${hany.me._id}`, `3 ${mona.me._id}`]);
  expect(next.pushes).toEqual([[mona.me._id, 1]]);
  const mails = await environment.pool.query(
    `select user_id, waiting from accounts.mail_outbox join accounts.credential using (email) where kind = 'answersWait' order by asked_at`,
  );
  // The environment's own sender may have sent them by now: none is there twice.
  expect(mails.rows.length).toBeLessThanOrEqual(2);

  // The rows are made from the log alone.
  const before = await waiting();
  await environment.pool.query('delete from accounts.follower_position where follower = $1', [FOLLOWER]);
  await (await openClock(202)).run();
  expect(await waiting()).toEqual(before);
  expect(before).toMatchObject([{ due_at: null, reminded: [hany.me._id, mona.me._id] }]);

  const answer = { entryId: review.drugErrs[0]?._id, answer: 'refused', text: 'Bleeding', reason: '' };
  expect(await hany.put(`/api/reviews/${review._id}/answer`, answer)).toMatchObject({ status: 200 });
  await (await openClock(1_000)).run();
  expect(await waiting()).toEqual([]);
  expect(await reminders()).toHaveLength(2);
});
