/**
 * When a recommendation that waits for an answer is brought back to mind, and to whom (docs/product.md, "Reminders"). The
 * steps and their times are rules of the team.
 */
import { isNoError } from '../values/codes.ts';
import type { Command } from '../command.ts';
import { type AnswerRules, severityGroupOf } from '../team/answer-rules.ts';
import { askedOf, type Physician } from './asked-of.ts';
import type { AdmissionEvent, Asked, ReminderStep } from './events.ts';
import type { Review, ReviewEntry } from './records.ts';
import type { Admission, Admitted } from './state.ts';

/** The team that the admission is in, as the clock knows it. */
export interface RemindingTeam {
  readonly rules: AnswerRules;
  /** All but the disabled ones. */
  readonly physicians: readonly Physician[];
  readonly adminId: string;
  /** The hospital's, for the quiet hours. */
  readonly timeZone: string;
}
export interface DueStep {
  readonly step: ReminderStep;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly to: readonly string[];
}
/** The caller looks up the team. */
export interface RemindOfAnswer {
  readonly reviewId: string;
  readonly entryId: string;
  readonly team: RemindingTeam;
}

const MINUTE = 60_000;
/** A reminder that is later than this is left out: the product was off, or its rules are new. */
const LATE_MAX = 24 * 60 * MINUTE;
const STEPS = [1, 2, 3] as const;

/** The entries that wait for an answer. After the discharge nobody is reminded. */
export const waitingEntries = (admission: Admission): { readonly review: Review; readonly entry: ReviewEntry }[] =>
  admission.status !== 'open'
    ? []
    : admission.reviews.flatMap((review) =>
        review.entries
          .filter(({ errType, errRes }) => errRes === null && !isNoError(errType))
          .map((entry) => ({ review, entry })),
      );

/** From when the clock runs, ISO 8601 UTC: since it was asked, and since the patient is in the team. */
export function waitsSince({ earlierStays }: Admitted, { asked }: ReviewEntry): string {
  const cameAt = earlierStays.at(-1)?.acceptedAt ?? '';
  return cameAt > asked.at ? cameAt : asked.at;
}

/** Those who were reminded of the entry and have not answered. */
export function remindedOf(admission: Admitted, entry: ReviewEntry): readonly string[] {
  const answered = answeredBy(admission, entry);
  return remindedSince(admission, entry)?.to.filter((userId) => !answered.includes(userId)) ?? [];
}

/** Those who have seen it, or have given an answer that was taken back. */
function answeredBy(admission: Admitted, entry: ReviewEntry): readonly string[] {
  const since = waitsSince(admission, entry);
  const { answer } = entry.asked;
  // An entry that an older version moved has its last answer alone.
  const answeredAt = entry.answeredAt ?? (answer && { [answer.userId]: answer.at }) ?? {};
  return Object.entries(answeredAt).flatMap(([userId, at]) => (at >= since ? userId : []));
}

function remindedSince(admission: Admitted, entry: ReviewEntry): Asked['reminded'] {
  const { reminded } = entry.asked;
  return reminded && reminded.at >= waitsSince(admission, entry) ? reminded : undefined;
}

/**
 * The next reminder of an entry that waits; undefined where none is left. It may be due already.
 * @param now milliseconds since 1970
 */
export function nextReminder(
  admission: Admitted,
  entry: ReviewEntry,
  team: RemindingTeam,
  now: number,
): DueStep | undefined {
  const minutes = minutesOf(team.rules, entry);
  const since = Date.parse(waitsSince(admission, entry));
  const last = remindedSince(admission, entry);
  for (const step of STEPS) {
    const after = minutes[step];
    if (after === null || step <= (last?.step ?? 0)) continue;
    // The time between two steps is kept, also where quiet hours have put the one before off.
    const lastAfter = last ? minutes[last.step] : null;
    const sinceLast = last && lastAfter !== null ? Date.parse(last.at) + (after - lastAfter) * MINUTE : 0;
    const dueAt = afterQuietHours(Math.max(since + after * MINUTE, sinceLast), team);
    if (now - dueAt > LATE_MAX) continue;
    const to = recipientsOf(step, admission, entry, team);
    if (to.length > 0) return { step, dueAt, to };
  }
  return undefined;
}

function minutesOf({ ladder }: AnswerRules, { errSeverity }: ReviewEntry): Record<ReminderStep, number | null> {
  const { remindAfterMinutes, nextAfterMinutes, adminAfterMinutes } = ladder[severityGroupOf(errSeverity)];
  return { 1: remindAfterMinutes, 2: nextAfterMinutes, 3: adminAfterMinutes };
}

/** A person who has answered, also with "seen", gets no reminder. */
function recipientsOf(
  step: ReminderStep,
  admission: Admitted,
  entry: ReviewEntry,
  { physicians, adminId }: RemindingTeam,
): string[] {
  const address = askedOf(entry.asked.address ?? undefined, admission.consultant, physicians);
  const answered = answeredBy(admission, entry);
  const isAsked = ({ userId }: Physician): boolean => address.kind === 'physicians' || address.userId === userId;
  const isOpen = (userId: string): boolean => !answered.includes(userId);
  switch (step) {
    case 1:
      // A physician who will decide has seen it: the others of those who were asked need no reminder.
      return answered.length > 0 ? [] : idsOf(physicians.filter(isAsked));
    case 2:
      return idsOf(physicians.filter((one) => !isAsked(one))).filter(isOpen);
    case 3:
      return [adminId].filter(isOpen);
    default:
      return step satisfies never;
  }
}
const idsOf = (physicians: readonly Physician[]): string[] => physicians.map(({ userId }) => userId);

/** By the clock, once for each step: `[]` where it is not due, or not any more. */
export function remindOfAnswer(admission: Admission, command: Command<RemindOfAnswer>): AdmissionEvent[] {
  const { reviewId, entryId, team, at } = command;
  const found = waitingEntries(admission).find(({ entry }) => entry.entryId === entryId);
  if (admission.status !== 'open' || !found) return [];
  const now = Date.parse(at);
  const due = nextReminder(admission, found.entry, team, now);
  if (!due || due.dueAt > now) return [];
  const { step } = due;
  const to = due.to.slice(0, RECIPIENTS_MAX);
  const reminded = { step, at, nextAt: null, to };
  const next = nextReminder(admission, { ...found.entry, asked: { ...found.entry.asked, reminded } }, team, now);
  const nextAt = next ? new Date(next.dueAt).toISOString() : null;
  return [{ type: 'AnswerReminded', data: { reviewId, entryId, step, nextAt, to } }];
}

/** Each has a tag in the live note of the change, which holds 8000 bytes. */
const RECIPIENTS_MAX = 100;

/** The instant itself, or the end of the quiet hours that it lies in. */
export function afterQuietHours(at: number, { rules, timeZone }: Pick<RemindingTeam, 'rules' | 'timeZone'>): number {
  const [from, until] = [minuteOfDay(rules.quietFrom), minuteOfDay(rules.quietUntil)];
  if (from === undefined || until === undefined) return at;
  // Twice, because the clock may go back during the night.
  let end = at;
  for (let look = 0; look < 2; look += 1) {
    const now = localMinute(end, timeZone);
    const isQuiet = from <= until ? now >= from && now < until : now >= from || now < until;
    if (!isQuiet) return end;
    end = (Math.floor(end / MINUTE) + ((until - now + DAY_MINUTES) % DAY_MINUTES)) * MINUTE;
  }
  return end;
}

const DAY_MINUTES = 24 * 60;
/** @param time HH:MM or '' */
function minuteOfDay(time: string): number | undefined {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined ? undefined : hours * 60 + minutes;
}
const localTimes = new Map<string, Intl.DateTimeFormat>();
function localMinute(at: number, timeZone: string): number {
  const format =
    localTimes.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  localTimes.set(timeZone, format);
  return minuteOfDay(format.format(at)) ?? 0;
}
