/** When things happen at a bed of the demo hospital, and when they are recorded. */
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { onDuty, outageOf, ROUND, SHIFT, type Ward } from './demo-shifts.ts';
import { instantAt, type Times } from './hospital-clock.ts';
import type { Random } from 'language/domain/testing/random';

const MINUTE = 60_000;

export interface BedClock {
  /**
   * Recorded at once, except when a tablet was out of the network's reach, and on one morning of an outage.
   * @param minutes since midnight
   */
  times(date: CalendarDate, minutes: number): Times;
  /** The same at a desk, which loses the network in the outage only. */
  timesAtDesk(date: CalendarDate, minutes: number): Times;
  /** The time of the round at this bed. */
  roundMinutes(date: CalendarDate): number;
  /** The pharmacist of the bed on that day, by their place in the roster. */
  pharmacistAtBed(date: CalendarDate): number;
}

export function createClock({ team, roster, beds, timeZone, today }: Ward, bed: number, random: Random): BedClock {
  const outage = outageOf(team, today);
  const duty = (date: CalendarDate): number[] => onDuty(roster.pharmacists, date);
  const timesAtDesk = (date: CalendarDate, minutes: number): Times => {
    const occurredAt = instantAt(timeZone, date, minutes);
    const soon = occurredAt.getTime() + random.between(150, 1_900);
    const isCutOff = date === outage.date && minutes >= outage.from && minutes < outage.to;
    if (!isCutOff) return { occurredAt, recordedAt: new Date(soon) };
    // After the outage each device sends its saved work, one command after the other.
    return {
      occurredAt,
      recordedAt: new Date(
        instantAt(timeZone, outage.date, outage.to).getTime() + bed * 1_700 + Math.round(minutes - outage.from) * 9,
      ),
    };
  };
  return {
    timesAtDesk,
    times(date, minutes) {
      const { occurredAt, recordedAt } = timesAtDesk(date, minutes);
      const isOutOfReach =
        random.chance(2) && minutes < SHIFT.ends - 100 && recordedAt.getTime() - occurredAt.getTime() < MINUTE;
      return {
        occurredAt,
        recordedAt: isOutOfReach ? new Date(recordedAt.getTime() + random.between(12, 90) * MINUTE) : recordedAt,
      };
    },
    roundMinutes(date) {
      const people = Math.max(1, duty(date).length);
      const slot = (ROUND.ends - ROUND.begins) / Math.ceil(beds / people);
      return ROUND.begins + (Math.floor(bed / people) + 0.1 + random.next() * 0.8) * slot;
    },
    pharmacistAtBed(date) {
      const people = duty(date);
      return people[bed % Math.max(1, people.length)] ?? 0;
    },
  };
}
