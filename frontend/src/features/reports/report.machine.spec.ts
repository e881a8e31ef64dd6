import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import type { Report } from './api.ts';
import { type CompleteCriteria, noCriteria, type ReportCriteria } from './report-criteria.ts';
import { reportMachine } from './report.machine.ts';

const march: ReportCriteria = { type: 2, startDate: '2026-03-01', endDate: '2026-03-31' };
const found: Report = { type: 2, found: [{ type: 't', label: 'Wrong dose', count: 3 }] };

function open(
  input: ReportCriteria = noCriteria,
  make: (criteria: CompleteCriteria) => Promise<Report> = async () => found,
  count: () => Promise<number | undefined> = async () => 12,
) {
  const clock = new SimulatedClock();
  const requested = vi.fn(make);
  const actors = {
    make: fromPromise<Report, CompleteCriteria>(({ input: criteria }) => requested(criteria)),
    count: fromPromise<number | undefined, CompleteCriteria>(count),
  };
  const actor = createActor(reportMachine.provide({ actors }), { input, clock }).start();
  return { actor, clock, requested, settle: () => clock.increment(600) };
}

test('the report is made when its criteria are complete, after the last key', async () => {
  const { actor, clock, requested, settle } = open();
  actor.send({ type: 'set', patch: { type: 2 } });
  actor.send({ type: 'set', patch: { startDate: '2026-03-01', endDate: '2026-03-03' } });
  clock.increment(599);
  actor.send({ type: 'set', patch: { endDate: '2026-03-31' } });
  clock.increment(599);
  expect(requested).not.toHaveBeenCalled();
  settle();
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(requested).toHaveBeenCalledExactlyOnceWith(march);
  expect(context).toMatchObject({ report: found, criteria: march });
});

test('the report of a link is requested at once, so that nothing of the form is pressed before', async () => {
  const { actor, requested } = open(march);
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(requested).toHaveBeenCalledExactlyOnceWith(march);
});

test('the form is locked from the request until it is cleared', async () => {
  const { actor, requested } = open(march);
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
  actor.send({ type: 'set', patch: { type: 3 } });
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  actor.send({ type: 'set', patch: { endDate: '2026-04-30' } });
  expect(actor.getSnapshot().context.criteria).toEqual(march);
  actor.send({ type: 'clear' });
  expect(actor.getSnapshot()).toMatchObject({
    value: { choosing: 'open' },
    context: { criteria: noCriteria, report: undefined, total: undefined },
  });
  expect(requested).toHaveBeenCalledOnce();
});

test('a report that arrives after Clear Form is not shown', async () => {
  let answer: (report: Report) => void = () => undefined;
  const { actor } = open(
    march,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  actor.send({ type: 'clear' });
  answer(found);
  await Promise.resolve();
  expect(actor.getSnapshot()).toMatchObject({ value: { choosing: 'open' }, context: { report: undefined } });
});

test('a failure unlocks the form with its criteria, and a retry removes the message', async () => {
  const error = new ApiError(503, 'The database is away');
  let isFirst = true;
  const { actor } = open(march, () => {
    if (!isFirst) return Promise.resolve(found);
    isFirst = false;
    return Promise.reject(error);
  });
  const failed = await waitFor(actor, (snapshot) => snapshot.matches({ choosing: 'failed' }));
  expect(failed.context).toMatchObject({ error, criteria: march });
  expect(failed.hasTag('locked')).toBe(false);
  actor.send({ type: 'retry' });
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(actor.getSnapshot().context.error).toBeUndefined();
});

test('the report is made although the count fails', async () => {
  const { actor } = open(
    march,
    async () => found,
    () => Promise.reject(new ApiError(503, 'away')),
  );
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(context.total).toBeUndefined();
});

test('"As known on" beside a report opens the form with its criteria and waits for the instant', async () => {
  const asOf = '2026-03-12T09:40:00.000Z';
  const { actor, requested, settle } = open(march);
  actor.send({ type: 'reopen', patch: { asOf: '' } });
  expect(actor.getSnapshot().context.criteria).toEqual(march);
  settle();
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  actor.send({ type: 'reopen', patch: { asOf: '' } });
  expect(actor.getSnapshot()).toMatchObject({
    value: { choosing: 'open' },
    context: { criteria: { ...march, asOf: '' }, report: undefined },
  });
  settle();
  expect(requested).toHaveBeenCalledOnce();
  actor.send({ type: 'set', patch: { asOf } });
  settle();
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(requested).toHaveBeenLastCalledWith({ ...march, asOf });
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
  actor.send({ type: 'clear' });
  expect(actor.getSnapshot().context.criteria).toEqual(noCriteria);
});

test('a report is printed once, and only when it is there', async () => {
  const { actor, settle } = open(march);
  actor.send({ type: 'print' });
  expect(actor.getSnapshot().matches('success')).toBe(false);
  settle();
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  actor.send({ type: 'print' });
  expect(actor.getSnapshot().matches({ success: 'printing' })).toBe(true);
  actor.send({ type: 'printed' });
  expect(actor.getSnapshot().matches({ success: 'screen' })).toBe(true);
});
