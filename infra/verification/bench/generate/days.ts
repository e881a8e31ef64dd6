/**
 * The events of the hospital group, day by day. A patient is decided from the first day to the last at once, so what is
 * in memory are the events that are still to come.
 */
import { addDays } from 'language/domain/values/calendar-date';
import { type Account, found } from './founding.ts';
import { recordJourney } from './journey.ts';
import type { DecidedEvent } from './recorder.ts';
import { createDraw, DAYS, FIRST_DAY, type LogRequest, sizeOf } from './size.ts';

export interface Group {
  readonly accounts: readonly Account[];
  /** The events of each day, in the order of the log. */
  readonly days: Iterable<readonly DecidedEvent[]>;
}

const DAY_MS = 86_400_000;

export function hospitalGroup(request: LogRequest): Group {
  const ahead = new Map<number, DecidedEvent[]>();
  const record = (decided: DecidedEvent): void => {
    const day = Math.floor(timeOf(decided) / DAY_MS);
    const events = ahead.get(day);
    if (events) events.push(decided);
    else ahead.set(day, [decided]);
  };
  const size = sizeOf(request);
  const draw = createDraw(request.seed);
  const { accounts, teams, labels } = found(record, draw, size.teams);

  function* days(): Generator<readonly DecidedEvent[]> {
    const first = Date.parse(FIRST_DAY) / DAY_MS;
    let patients = 0;
    for (let day = 0; day < DAYS; day += 1) {
      for (; patients < Math.floor(((day + 1) * size.patients) / DAYS); patients += 1) {
        const team = teams[patients % teams.length];
        if (team) recordJourney({ record, draw, labels }, team, addDays(FIRST_DAY, day), patients);
      }
      // In each stream the times never go back, so its order stays.
      const events = ahead.get(first + day) ?? [];
      ahead.delete(first + day);
      yield events.toSorted((a, b) => timeOf(a) - timeOf(b));
    }
    if (ahead.size > 0) throw new Error('The generator has decided events after the last day');
  }
  return { accounts, days: days() };
}

export const timeOf = ({ event: { metadata } }: DecidedEvent): number =>
  Date.parse(metadata.recordedAt ?? metadata.occurredAt);
