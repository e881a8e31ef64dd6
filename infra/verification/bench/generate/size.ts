/** The size of the generated hospital group. */
import { addDays, calendarDate, type CalendarDate } from 'language/domain/values/calendar-date';

/** The facts that decide every event of a log: the same request makes the same log. */
export interface LogRequest {
  readonly seed: number;
  /** 1 is the yardstick: 50 teams, 200,000 patients, 300,000 admissions, a million reviews, 10 million entries. */
  readonly scale: number;
  /** The last day. */
  readonly until: CalendarDate;
}

/** A day of the past, also for old data folders: an event log never goes back in time. */
export const DEFAULT_UNTIL = calendarDate('2025-12-31');
export const TIME_ZONE = 'Africa/Cairo';
export const DAYS = 5 * 365 + 1;
const TEAMS = 50;
/** Fewer would not interleave. */
const TEAMS_AT_LEAST = 2;
const PATIENTS = 200_000;

export interface Size {
  readonly teams: number;
  readonly patients: number;
  readonly firstDay: CalendarDate;
}

export const sizeOf = ({ scale, until }: LogRequest): Size => ({
  teams: Math.max(TEAMS_AT_LEAST, Math.round(TEAMS * scale)),
  patients: Math.round(PATIENTS * scale),
  firstDay: addDays(until, 1 - DAYS),
});

/** New patients of a team on a day, counted from 0. Over all days and teams exactly the patients of the size. */
export function newPatients({ teams, patients }: Size, day: number, team: number): number {
  const slot = day * teams + team;
  const upTo = (slots: number): number => Math.floor((slots * patients) / (DAYS * teams));
  return upTo(slot + 1) - upTo(slot);
}
