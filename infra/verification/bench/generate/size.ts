/** The size of the generated hospital group, and what is drawn for it. */
import { createHash } from 'node:crypto';
import { randomOf, type Random } from 'language/domain/testing/random';
import { addDays, calendarDate, type CalendarDate } from 'language/domain/values/calendar-date';
import { parse, v5 as uuidv5 } from 'uuid';

/** The same request decides the same events. Keys of patients and nonces are random. */
export interface LogRequest {
  readonly seed: number;
  /** 1 is the yardstick: 50 teams, 200,000 patients, 300,000 admissions, a million reviews, 10 million entries. */
  readonly scale: number;
}

/** The last day: one of the past, also for old data folders, because an event log never goes back in time. */
export const LAST_DAY = calendarDate('2025-12-31');
export const DAYS = 5 * 365 + 1;
export const FIRST_DAY: CalendarDate = addDays(LAST_DAY, 1 - DAYS);
export const TIME_ZONE = 'Africa/Cairo';
const TEAMS = 50;
/** Fewer would not interleave. */
const TEAMS_AT_LEAST = 2;
const PATIENTS = 200_000;

export const sizeOf = ({ scale }: LogRequest): { readonly teams: number; readonly patients: number } => ({
  teams: Math.max(TEAMS_AT_LEAST, Math.round(TEAMS * scale)),
  patients: Math.round(PATIENTS * scale),
});

export interface Draw {
  /** Random numbers for a thing, independent of what was drawn for others. */
  randomFor(thing: string): Random;
  /** The id of a command, as if `thing` were its idempotency key. */
  commandId(thing: string): string;
}

const NAMESPACE = '0d7c6f0e-6f4c-5a1d-8a55-3f2b9c1e7d64';

export function createDraw(seed: number): Draw {
  const namespace = parse(uuidv5(`seed ${seed}`, NAMESPACE));
  return {
    randomFor: (thing) => randomOf(createHash('sha256').update(`${seed} ${thing}`).digest().readUInt32BE(0)),
    commandId: (thing) => uuidv5(thing, namespace),
  };
}
