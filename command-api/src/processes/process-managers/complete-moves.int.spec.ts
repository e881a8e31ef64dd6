import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { MOVE_RECORD, movedEntryId, moveIdOf, placeInTarget } from '../../commands/move-record.ts';
import { createHandle } from '../../commands/handle.ts';
import { moveOut } from 'language/domain/admission/decide-move';
import { type Actor, recordedAtOf } from 'language/domain/command';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  // The first event in the log: an unreadable admission must not block the others.
  await environment.spoil('admission-of-spoilt', 'MovedToAnotherChart', 'spoilt');
});
afterAll(() => environment.stop());

/** The first step only: the process dies after it. `between` happens before the process manager looks. */
async function cutOff(commandId: string, target: string, between?: () => Promise<void>): Promise<string> {
  const review = await ward.addReview();
  const actor: Actor = {
    id: ward.mona.me._id,
    isMember: true,
    isTeamAdmin: true,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  };
  const folds = createFoldCaches(environment.log);
  const handle = createHandle(environment.log, 'Africa/Cairo');
  const admissionId = ward.admission._id;
  const moveId = moveIdOf(commandId, admissionId);
  const seen = (await folds.admission.load(target)).state;
  await between?.();
  await handle({
    name: MOVE_RECORD,
    commandId,
    fold: folds.admission,
    id: admissionId,
    target: `review:${review._id}`,
    payload: {
      admissionId,
      moveId,
      kind: 'review',
      thing: review._id,
      reviewId: null,
      to: placeInTarget(moveId, { kind: 'review', id: review._id, admissionId: target }),
      entryIdOf: movedEntryId(moveId),
      reason: 'Wrong patient',
      target: seen,
    },
    actor: () => actor,
    decide: moveOut,
  });
  return review._id;
}

/** The events of a stream, once it has one of this type. */
async function eventually(stream: string, type: string) {
  const following = new AbortController();
  for await (const event of environment.log.follow({ prefixes: [stream], after: undefined, signal: following.signal }))
    if (event.type === type) break;
  following.abort();
  return environment.events(stream);
}

test('a move whose process died between its two streams is completed once', async () => {
  const { _id: target } = await ward.otherChart();
  await cutOff('5f0c7a34-7a3c-4a6f-9d0f-3a1f5b6f0c21', target);
  const source = await eventually(`admission-${ward.admission._id}`, 'MoveCompleted');
  const [first, last] = source.slice(-2);
  expect([first!.type, last!.type]).toEqual(['MovedToAnotherChart', 'MoveCompleted']);
  const events = await environment.events(`admission-${target}`);
  expect(events.map(({ type }) => type)).toEqual(['PatientAdmitted', 'MovedFromAnotherChart']);
  // It occurred with the first step, and was recorded when it was completed.
  const { metadata } = events[1]!;
  expect(metadata).toMatchObject({ actorId: ward.mona.me._id, occurredAt: first!.metadata.occurredAt });
  expect(recordedAtOf(metadata) > recordedAtOf(first!.metadata)).toBe(true);
});

test('a move whose target was deleted in between comes back: nothing is lost', async () => {
  const { _id: target } = await ward.otherChart();
  const reviewId = await cutOff('5f0c7a34-7a3c-4a6f-9d0f-3a1f5b6f0c22', target, async () => {
    expect((await ward.mona.delete(`/api/admissions/${target}`)).status).toBe(200);
  });
  // Its chart is not deleted meanwhile: the review may have to come back.
  const source = await eventually(`admission-${ward.admission._id}`, 'MoveReturned');
  expect(source.at(-1)!.type).toBe('MoveReturned');
  expect((await environment.events(`admission-${target}`)).map(({ type }) => type)).toEqual([
    'PatientAdmitted',
    'AdmissionDeleted',
  ]);
  expect(
    await ward.mona.put(`/api/reviews/updateRevHead/${reviewId}`, { reviewDate: '2025-03-03', clinicalNote: '' }),
  ).toMatchObject({
    status: 200,
    body: { _id: reviewId, drugErrs: [{ errNote: '<p>INR 4</p>' }], userId: ward.mona.me._id },
  });
});
