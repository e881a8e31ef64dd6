import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import type { Report } from './api.ts';
import { nothingAsked, type Ask, type CompleteAsk } from './ask.ts';
import { reportMachine } from './report.machine.ts';

const march: Ask = { type: 2, startDate: '2026-03-01', endDate: '2026-03-31' };
const found: Report = { type: 2, found: [{ type: 't', label: 'Wrong dose', count: 3 }] };

function open(
  input: Ask = nothingAsked,
  make: (ask: CompleteAsk) => Promise<Report> = async () => found,
  count: () => Promise<number | undefined> = async () => 12,
) {
  const clock = new SimulatedClock();
  const asked = vi.fn(make);
  const actors = {
    make: fromPromise<Report, CompleteAsk>(({ input: ask }) => asked(ask)),
    count: fromPromise<number | undefined, CompleteAsk>(count),
  };
  const actor = createActor(reportMachine.provide({ actors }), { input, clock }).start();
  return { actor, clock, asked, settle: () => clock.increment(600) };
}

test('the report is made when everything it needs was said, and after the last key', async () => {
  const { actor, clock, asked, settle } = open();
  actor.send({ type: 'set', patch: { type: 2 } });
  actor.send({ type: 'set', patch: { startDate: '2026-03-01', endDate: '2026-03-03' } });
  clock.increment(599);
  actor.send({ type: 'set', patch: { endDate: '2026-03-31' } });
  clock.increment(599);
  expect(asked).not.toHaveBeenCalled();
  settle();
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(asked).toHaveBeenCalledExactlyOnceWith(march);
  expect(context).toMatchObject({ report: found, ask: march });
});

test('from the request on the form is locked, until it is cleared', async () => {
  const { actor, asked, settle } = open(march);
  settle();
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
  actor.send({ type: 'set', patch: { type: 3 } });
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  actor.send({ type: 'set', patch: { endDate: '2026-04-30' } });
  expect(actor.getSnapshot().context.ask).toEqual(march);
  actor.send({ type: 'clear' });
  expect(actor.getSnapshot()).toMatchObject({
    value: { choosing: 'open' },
    context: { ask: nothingAsked, report: undefined, total: undefined },
  });
  expect(asked).toHaveBeenCalledOnce();
});

test('cleared while it is made, a late report does not come back', async () => {
  let answer: (report: Report) => void = () => undefined;
  const { actor, settle } = open(
    march,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  settle();
  actor.send({ type: 'clear' });
  answer(found);
  await Promise.resolve();
  expect(actor.getSnapshot()).toMatchObject({ value: { choosing: 'open' }, context: { report: undefined } });
});

test('a failure unlocks the form with what was chosen, and may be tried again; another choice takes the message away', async () => {
  const error = new ApiError(503, 'The database is away');
  const { actor, asked, settle } = open(march, () =>
    asked.mock.calls.length === 1 ? Promise.reject(error) : Promise.resolve(found),
  );
  settle();
  const failed = await waitFor(actor, (snapshot) => snapshot.matches({ choosing: 'failed' }));
  expect(failed.context).toMatchObject({ error, ask: march });
  expect(failed.hasTag('locked')).toBe(false);
  actor.send({ type: 'retry' });
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(actor.getSnapshot().context.error).toBeUndefined();
});

test('a count that fails holds nothing up', async () => {
  const { actor, settle } = open(
    march,
    async () => found,
    () => Promise.reject(new ApiError(503, 'away')),
  );
  settle();
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(context.total).toBeUndefined();
});

test('as known on: asked for beside a report, it opens the form with what was chosen, and waits to be told when', async () => {
  const asOf = '2026-03-12T09:40:00.000Z';
  const { actor, asked, settle } = open(march);
  actor.send({ type: 'reopen', patch: { asOf: '' } });
  expect(actor.getSnapshot().context.ask).toEqual(march);
  settle();
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  actor.send({ type: 'reopen', patch: { asOf: '' } });
  expect(actor.getSnapshot()).toMatchObject({
    value: { choosing: 'open' },
    context: { ask: { ...march, asOf: '' }, report: undefined },
  });
  settle();
  expect(asked).toHaveBeenCalledOnce();
  actor.send({ type: 'set', patch: { asOf } });
  settle();
  await waitFor(actor, (snapshot) => snapshot.matches('success'));
  expect(asked).toHaveBeenLastCalledWith({ ...march, asOf });
  expect(actor.getSnapshot().hasTag('locked')).toBe(true);
  actor.send({ type: 'clear' });
  expect(actor.getSnapshot().context.ask).toEqual(nothingAsked);
});

test('printing is of a report that is there, once', async () => {
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
