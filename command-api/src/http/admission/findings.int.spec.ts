import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Problem, Review } from 'language/contract/entities';
import type { MadeDecision } from 'language/contract/findings';
import { addDays, calendarDateIn } from 'language/domain/values/calendar-date';
import {
  key,
  openWard,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const finding = { key: 'statement-1 order-1', fingerprint: '[1]', statementId: 'statement-1', statementVersion: 1 };
const dismissed = { kind: 'dismissed', reason: 'Line flushed between them' };
const today = calendarDateIn('Africa/Cairo', new Date());

test('a decision is answered with its person, and a repeated one writes nothing', async () => {
  const admission = (await ward.otherChart())._id;
  const path = `/api/admissions/${admission}/findings`;
  const first = await ward.omar.post<MadeDecision>(path, { finding, decision: dismissed });
  expect(first).toMatchObject({
    status: 200,
    body: {
      admission,
      ...finding,
      ...dismissed,
      until: null,
      entryId: '',
      userName: expect.stringContaining('Omar'),
      stream: `admission-${admission}`,
      revision: 1,
    },
  });
  expect((await ward.omar.post<MadeDecision>(path, { finding, decision: dismissed })).body.revision).toBe(1);
  const deferred = { kind: 'deferred', until: addDays(today, 2) };
  expect((await ward.omar.post(path, { finding, decision: deferred })).body).toMatchObject({ ...deferred, reason: '' });
  expect((await ward.hany.post(path, { finding, decision: dismissed })).status).toBe(403);
});

test.each([
  [{ ...finding, key: 'x'.repeat(2_001) }, dismissed, 'finding.key'],
  [{ ...finding, fingerprint: '' }, dismissed, 'finding.fingerprint'],
  [{ ...finding, statementVersion: 2 ** 31 }, dismissed, 'finding.statementVersion'],
  [finding, { kind: 'dismissed', reason: ' ' }, 'decision.reason'],
  [finding, { kind: 'taken', reviewId: 'r', entryId: 'e' }, 'decision.kind'],
  [finding, { kind: 'deferred', until: '2025-01-01' }, 'decision.until'],
])('what is too long or makes no sense is refused at its field', async (asked, decision, field) => {
  const path = `/api/admissions/${(await ward.otherChart())._id}/findings`;
  const { status, body } = await ward.omar.post<Problem>(path, { finding: asked, decision });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});

test('an entry takes its finding over in one command, and a repeated key adds neither twice', async () => {
  const admissionId = (await ward.otherChart())._id;
  const review = await ward.omar.post<Answer<Review>>('/api/reviews/addReview', {
    admissionId,
    reviewDate: '2025-03-02',
  });
  const drugErr = { errType: ward.errType, errDrug: `${ward.drug._id}.1`, errSeverity: 'D' };
  const path = `/api/reviews/addRevMed/${review.body._id}`;
  const once = key();
  const added = await ward.omar.post<Answer<Review>>(path, { drugErr, finding }, once);
  expect(added).toMatchObject({ status: 201, body: { revision: review.body.revision + 2 } });
  expect(await ward.omar.post(path, { drugErr, finding }, once)).toEqual(added);
});
