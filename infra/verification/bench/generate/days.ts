/** The events of the hospital group, day by day. What is in memory are the patients who may still come. */
import { addDays } from 'language/domain/values/calendar-date';
import { setImmediate as turn } from 'node:timers/promises';
import { instantAt } from '../../../runtime/seed/hospital-clock.ts';
import { Agenda } from './agenda.ts';
import { createDraw } from './draw.ts';
import { type Account, found } from './founding.ts';
import { beginJourney, JOURNEY_DAYS_MAX } from './journey.ts';
import { type DecidedEvent, Recorder } from './recorder.ts';
import { DAYS, type LogRequest, newPatients, sizeOf, TIME_ZONE } from './size.ts';

export interface Day {
  /** From 0. */
  readonly number: number;
  /** In the order of the log. */
  readonly events: readonly DecidedEvent[];
  /** Accounts that were made on this day. */
  readonly accounts: readonly Account[];
}

/** Commands between two turns of the event loop, in which the batch before is sent. */
const COMMANDS_A_TURN = 200;

/**
 * @param from the first day wanted. The days before it are decided again, as far back as a patient may have come: the
 * same events, which are not given out.
 */
export async function* daysOf(request: LogRequest, from = 0): AsyncGenerator<Day> {
  const size = sizeOf(request);
  const draw = createDraw(request.seed);
  const recorder = new Recorder();
  const agenda = new Agenda();
  const { accounts, teams, labels } = found(recorder, draw, size);
  const hospital = { draw, recorder, agenda, labels, until: request.until };
  const begin = Math.max(0, from - JOURNEY_DAYS_MAX);
  if (begin > 0) recorder.take();
  let patients = 0;
  for (let day = 0; day < DAYS; day += 1) {
    const date = addDays(size.firstDay, day);
    for (const [index, team] of teams.entries())
      for (let left = newPatients(size, day, index); left > 0; left -= 1) {
        if (day >= begin) beginJourney(hospital, team, date, patients);
        patients += 1;
      }
    if (day < begin) continue;
    const end = instantAt(TIME_ZONE, addDays(date, 1), 0);
    let done = 0;
    while (agenda.runNext(end)) if ((done += 1) % COMMANDS_A_TURN === 0) await turn();
    const events = recorder.take();
    if (day >= from) yield { number: day, events, accounts: day === 0 ? accounts : [] };
  }
}
