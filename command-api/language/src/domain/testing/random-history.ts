/** Random histories of an admission, as the domain decides them. */
import {
  nextReminder,
  type RemindOfAnswer,
  remindOfAnswer,
  type RemindingTeam,
  waitingEntries,
  waitsSince,
} from '../admission/remind.ts';
import { type Admission, evolve, initial } from '../admission/state.ts';
import type { AdmissionEvent } from '../admission/events.ts';
import type { Actor } from '../command.ts';
import { firstAnswerRules } from '../team/answer-rules.ts';
import { addDays, calendarDate } from '../values/calendar-date.ts';
import { changeNames, type Choices, decideDrawn, drawAnyCommand, type MadeIds, seenIn } from './admission-commands.ts';
import { by, today } from './people.ts';
import type { Random } from './random.ts';
import { recorded, writtenOrRefused } from './specification.ts';

/** Commands of a history. */
export const historySizes = { small: 40, large: 400 } as const;

/** One person with every right of the team. */
export const author: Actor = {
  id: 'u-1',
  isMember: true,
  isTeamAdmin: true,
  canEdit: true,
  isPhysic: true,
  isAdminAccount: false,
};
const admittedOn = calendarDate('2026-03-01');

export const choicesOf = (random: Random): Choices => ({
  random,
  text: () => `${random.pick(['stable', 'worse', 'أوقف الدواء', 'halve it'])} ${random.between(1, 99)}`,
  day: () => addDays(admittedOn, random.between(0, 9)),
  today,
  errorTypes: [
    { id: 'et-1', label: 'Wrong dose' },
    { id: 'et-99bb', label: 'No error' },
  ],
  drugs: [
    { id: 'd-1.1', label: 'Panadol' },
    { id: 'd-1.2', label: 'Panadol Extra' },
  ],
  tags: [{ name: 'renal' }],
  images: ['/api/images/1', '/api/images/same', '/api/images/same'],
  isOwn: () => true,
});

const remindingTeam: RemindingTeam = {
  rules: { ...firstAnswerRules, quietFrom: '', quietUntil: '' },
  physicians: [
    { userId: 'u-1', name: 'Hany Adel' },
    { userId: 'u-2', name: 'Salma Nabil' },
  ],
  adminId: 'u-3',
  timeZone: 'Africa/Cairo',
};
/** The clock's command for an entry that waits, at the instant of its next step; undefined where none is due. */
export function drawReminder(
  admission: Admission,
  random: Random,
): (RemindOfAnswer & { readonly at: string }) | undefined {
  const [waiting] = random.shuffled(waitingEntries(admission));
  if (admission.status !== 'open' || !waiting) return undefined;
  const { review, entry } = waiting;
  const due = nextReminder(admission, entry, remindingTeam, Date.parse(waitsSince(admission, entry)));
  const { reviewId } = review;
  return due && { reviewId, entryId: entry.entryId, team: remindingTeam, at: new Date(due.dueAt).toISOString() };
}
const REMINDERS_PERCENT = 10;

/** Ids that name their admission and differ within it. */
export const idsFor = (id: string, number: number): MadeIds => ({
  id: `${id}.${number}`,
  entryId: (of) => `${id}-${number}-${of}`,
});

/**
 * The events of the admission, of its first review and of the commands after them, each possible after those before it.
 * Half of the histories end with a deletion: rows must go whatever is left.
 */
export function randomHistory(id: string, random: Random, size: keyof typeof historySizes = 'small'): AdmissionEvent[] {
  const events: AdmissionEvent[] = [
    {
      type: 'PatientAdmitted',
      data: { patientId: `p-${id}`, teamId: 't-1', admissionDate: admittedOn, admissionDetails: '<p>Fever</p>' },
    },
  ];
  const write = (news: readonly AdmissionEvent[]) =>
    recorded<AdmissionEvent>(
      news.map((event) => ({ madeBy: author.id, event })),
      BigInt(events.length),
    );
  let admission = recorded<AdmissionEvent>(events).reduce(evolve, initial);
  const choices = choicesOf(random);
  for (let number = 1; number <= historySizes[size] && admission.status !== 'none'; number += 1) {
    if (admission.status === 'deleted') break;
    const before = admission;
    const drawn = drawAnyCommand(number === 1 ? ['AddReview'] : changeNames, seenIn(id, before), choices);
    const reminder = random.chance(REMINDERS_PERCENT) ? drawReminder(before, random) : undefined;
    const news = writtenOrRefused(() =>
      reminder
        ? remindOfAnswer(before, by(author, reminder))
        : decideDrawn(before, drawn, by(author, {}), idsFor(id, number)),
    );
    admission = write(news).reduce(evolve, before);
    events.push(...news);
  }
  return random.chance(50) ? events : [...events, { type: 'AdmissionDeleted', data: {} }];
}
