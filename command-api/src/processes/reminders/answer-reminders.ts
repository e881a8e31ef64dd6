/**
 * The clock of recommendations that wait for an answer (docs/decisions/write-side/reminders.md). It follows the log and
 * keeps a row of each admission that has some, with the instant of its next reminder. What is due becomes `AnswerReminded`
 * on the admission's stream. Mails and pushes follow that event, never the clock.
 */
import type { Pool, PoolClient } from 'pg';
import type { AdmissionEvent } from 'language/domain/admission/events';
import {
  nextReminder,
  remindedOf,
  remindOfAnswer,
  type RemindingTeam,
  waitingEntries,
  waitsSince,
} from 'language/domain/admission/remind';
import type { Actor } from 'language/domain/command';
import type { TeamEvent } from 'language/domain/team/events';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import { placeOf } from 'service-kit/event-log/place';
import {
  type EventLog,
  type EventPosition,
  KeyDestroyed,
  MalformedEvent,
  type RawEvent,
} from 'service-kit/event-log/port';
import { type Fence, inLeadership } from 'service-kit/postgres/leader-lock';
import type { MailOutbox } from '../../accounts/mail-outbox.ts';
import { derivedId } from '../../commands/derived-id.ts';
import type { Handle } from '../../commands/intent.ts';
import { resumePlace, savePlace } from '../followers/follower-position.ts';
import { type FollowerParts, pause, runFollower } from '../followers/run-follower.ts';
import { untilNextCheck } from '../followers/shared-reads.ts';
import type { PushTo } from './push-sender.ts';

export const ANSWER_REMINDERS = 'answer-reminders';

const PAGE = 500;
/** The pause between full pages of the log: commands have priority. */
const BETWEEN_MS = 50;
/** How often new events and due reminders are looked for. */
const CHECK_MS = 5_000;
/** The admissions of one look at what is due. The others follow at once. */
const DUE_MAX = 100;
/** An older reminder is neither mailed nor pushed, such as after the rows were made again. */
const NEWS_MS = 60 * 60_000;

/** They change which entries wait, from when, or of whom they are asked. */
const OF_ADMISSIONS: ReadonlySet<string> = new Set<AdmissionEvent['type']>([
  'AdmissionEdited',
  'PatientDischarged',
  'DischargeCancelled',
  'AdmissionDeleted',
  'AdmissionErased',
  'TransferAccepted',
  'ReviewAdded',
  'ReviewDuplicated',
  'ReviewDeleted',
  'ReviewMedicationAdded',
  'ReviewMedicationUpdated',
  'ReviewMedicationRemoved',
  'ResponseRecorded',
  'EntryAddressed',
  'EntryAnswered',
  'AnswerReminded',
  'MovedToAnotherChart',
  'MovedFromAnotherChart',
  'MoveReturned',
]);
/** They change the clock or the persons of a team. */
const OF_TEAMS: ReadonlySet<string> = new Set<TeamEvent['type']>([
  'TeamAnswerRulesSet',
  'TeamMemberAdded',
  'TeamMemberJoined',
  'TeamMemberRoleChanged',
  'TeamMemberDisabled',
  'TeamMemberEnabled',
  'TeamMemberRemoved',
  'TeamAdminHandedOver',
  'TeamAdminAppointed',
]);

export interface ReminderParts extends FollowerParts {
  readonly log: Pick<EventLog, 'readAllRaw' | 'readStream' | 'headAt'>;
  readonly folds: FoldCaches;
  readonly handle: Handle;
  /** The hospital's. */
  readonly timeZone: string;
  /** Undefined where reminders are not mailed. */
  readonly mail: { readonly outbox: Pick<MailOutbox, 'enqueueReminder'>; wake(): void } | undefined;
  /** Undefined where nothing is pushed. */
  readonly push: PushTo | undefined;
  readonly now?: () => Date;
}

/** Runs until `signal` aborts. Several processes may: one works, the others wait to take over. */
export const runAnswerReminders = (parts: ReminderParts, signal: AbortSignal): Promise<void> =>
  runFollower(
    parts,
    ANSWER_REMINDERS,
    async (leading) => {
      const clock = createReminderClock(parts, leading.fence);
      await clock.resume();
      while (!leading.signal.aborted) {
        const startedAt = new Date();
        const isMore = await clock.round();
        await (isMore ? leading.moved() : leading.caughtUp(startedAt));
        await (isMore ? pause(BETWEEN_MS, leading.signal) : untilNextCheck(CHECK_MS, leading.signal));
      }
    },
    signal,
  );

/** One row of `accounts.waiting_admission`; without a team none is kept. */
interface Waiting {
  readonly admissionId: string;
  readonly teamId?: string;
  readonly dueAt?: Date | undefined;
  readonly reminded: readonly string[];
}

/** @param fence of the leadership @param follower under which the place is kept */
export function createReminderClock(parts: ReminderParts, fence: Fence, follower = ANSWER_REMINDERS) {
  const { pool, log, logger, now = () => new Date() } = parts;
  let looked: EventPosition['position'] | undefined;

  /** A page of new events. @returns whether there is more */
  async function follow(): Promise<boolean> {
    const page: RawEvent[] = [];
    for await (const event of log.readAllRaw({ after: looked, maxCount: PAGE })) page.push(event);
    const last = page.findLast(({ stream }) => !stream.startsWith('$'));
    const place = last && placeOf(last);
    if (place) {
      const rows = await waitingRows(parts, await changedAdmissions(pool, page), now());
      const told = await remindedPersons(parts, page, rows, now());
      const counts = await inLeadership(pool, fence, async (tx) => {
        await storeRows(tx, rows);
        await savePlace(tx, follower, place);
        return tell(parts, tx, told);
      });
      if (counts.size > 0) parts.mail?.wake();
      // Not waited for: a slow push service holds no reminder up.
      for (const [userId, count] of counts)
        void parts.push?.(userId, count).catch((error: unknown) => logger.warn({ error }, 'a push could not be sent'));
    }
    looked = page.at(-1)?.position ?? looked;
    return page.length >= PAGE - 1;
  }

  /** Reminds of what is due. @returns whether there was something */
  async function remind(): Promise<boolean> {
    const { rows: due } = await pool.query<{ id: string }>(
      `select admission_id as id from accounts.waiting_admission where due_at <= $1 order by due_at limit ${DUE_MAX}`,
      [now()],
    );
    const ids = due.map(({ id }) => id);
    for (const id of ids) await remindIn(parts, id, now());
    if (ids.length === 0) return false;
    const rows = await waitingRows(parts, ids, now());
    await inLeadership(pool, fence, (tx) => storeRows(tx, rows));
    return true;
  }

  return {
    async resume(): Promise<void> {
      looked = (await resumePlace(pool, log, follower, logger))?.position;
      // The rows are made again, from the first event.
      if (!looked) await inLeadership(pool, fence, (tx) => tx.query('delete from accounts.waiting_admission'));
    },
    /** Nothing is reminded before all events are known. @returns whether to go on at once */
    round: async (): Promise<boolean> => (await follow()) || remind(),
  };
}

/** Those of the page, and those of the teams of the page. */
async function changedAdmissions(pool: Pool, page: readonly RawEvent[]): Promise<string[]> {
  const idsIn = (prefix: string, types: ReadonlySet<string>): string[] =>
    page.flatMap(({ stream, type }) =>
      types.has(type) && stream.startsWith(prefix) ? [stream.slice(prefix.length)] : [],
    );
  const teams = idsIn('team-', OF_TEAMS);
  const { rows } = await (teams.length === 0
    ? { rows: [] }
    : pool.query<{ id: string }>('select admission_id as id from accounts.waiting_admission where team_id = any($1)', [
        teams,
      ]));
  return [...new Set([...idsIn('admission-', OF_ADMISSIONS), ...rows.map(({ id }) => id)])];
}

async function waitingRows(parts: ReminderParts, ids: readonly string[], now: Date): Promise<Waiting[]> {
  const teamOf = teamsOnce(parts);
  const rows: Waiting[] = [];
  for (const admissionId of ids) rows.push(await waitingRow(parts, teamOf, admissionId, now));
  return rows;
}

async function waitingRow(
  parts: ReminderParts,
  teamOf: (teamId: string) => Promise<RemindingTeam | undefined>,
  admissionId: string,
  now: Date,
): Promise<Waiting> {
  const none = { admissionId, reminded: [] };
  const state = await readable(parts, admissionId);
  const waiting = state ? waitingEntries(state) : [];
  if (state?.status !== 'open' || waiting.length === 0) return none;
  const team = await teamOf(state.teamId);
  if (!team) return none;
  const dues = waiting.flatMap(({ entry }) => nextReminder(state, entry, team, now.getTime())?.dueAt ?? []);
  return {
    admissionId,
    teamId: state.teamId,
    dueAt: dues.length === 0 ? undefined : new Date(Math.min(...dues)),
    reminded: waiting.flatMap(({ entry }) => remindedOf(state, entry)),
  };
}

/** @returns undefined where the admission cannot be read */
async function readable({ folds, logger }: ReminderParts, admissionId: string) {
  try {
    return (await folds.admission.load(admissionId)).state;
  } catch (error) {
    if (!(error instanceof MalformedEvent || error instanceof KeyDestroyed)) throw error;
    logger.error({ admission: admissionId, reason: error.message }, 'no reminder for an admission that cannot be read');
    return undefined;
  }
}

/** Reads each team once. */
function teamsOnce({ folds, timeZone }: ReminderParts): (teamId: string) => Promise<RemindingTeam | undefined> {
  const known = new Map<string, Promise<RemindingTeam | undefined>>();
  const read = async (teamId: string): Promise<RemindingTeam | undefined> => {
    const { state } = await folds.team.load(teamId);
    if (state.status !== 'created') return undefined;
    const members = state.members.filter(({ role, disabled }) => role === 'physician' && !disabled);
    const physicians = await Promise.all(
      members.map(async ({ userId }) => {
        const user = await folds.user.loadRecent(userId);
        return { userId, name: user.status === 'registered' ? `${user.firstName} ${user.lastName}` : '' };
      }),
    );
    return { rules: state.answerRules, adminId: state.adminId, physicians, timeZone };
  };
  return (teamId) => {
    const team = known.get(teamId) ?? read(teamId);
    known.set(teamId, team);
    return team;
  };
}

/** The product acts here, no person. */
const PRODUCT: Actor = {
  id: 'product',
  isMember: false,
  isTeamAdmin: false,
  canEdit: false,
  isPhysic: false,
  isAdminAccount: false,
};
const REMINDERS = '2f1b9a4e-7c38-5d06-9b1f-64d0c5a7e813';

/** One command an entry and step: twice is once, also where a process was killed before it knew the outcome. */
async function remindIn(parts: ReminderParts, admissionId: string, now: Date): Promise<void> {
  const state = await readable(parts, admissionId);
  if (state?.status !== 'open') return;
  const team = await teamsOnce(parts)(state.teamId);
  if (!team) return;
  for (const { review, entry } of waitingEntries(state)) {
    const due = nextReminder(state, entry, team, now.getTime());
    if (!due || due.dueAt > now.getTime()) continue;
    const { entryId } = entry;
    await parts.handle({
      name: 'RemindOfAnswer',
      commandId: derivedId(REMINDERS, `${entryId}@${waitsSince(state, entry)}#${due.step}`),
      fold: parts.folds.admission,
      id: admissionId,
      target: entryId,
      at: now,
      payload: { reviewId: review.reviewId, entryId, team },
      actor: () => PRODUCT,
      decide: remindOfAnswer,
    });
  }
}

/** The persons of the page's reminders who still have not answered. An id of a mail derives from the person's first event. */
async function remindedPersons(
  { log }: ReminderParts,
  page: readonly RawEvent[],
  rows: readonly Waiting[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const persons = new Map<string, string>();
  for (const { stream, revision, type } of page) {
    if (type !== 'AnswerReminded') continue;
    const row = rows.find(({ admissionId }) => stream === `admission-${admissionId}`);
    for await (const event of log.readStream(stream, { from: revision, maxCount: 1 })) {
      const { id, data, unreadable, metadata } = event;
      if (unreadable || now.getTime() - Date.parse(metadata.occurredAt) > NEWS_MS) continue;
      for (const userId of (data as { to: readonly string[] }).to)
        if (row?.reminded.includes(userId) && !persons.has(userId)) persons.set(userId, derivedId(id, userId));
    }
  }
  return persons;
}

/** @returns how many recommendations wait for each person */
async function tell(
  { mail }: ReminderParts,
  tx: PoolClient,
  persons: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const [userId, mailId] of persons) {
    const { rows } = await tx.query<{ count: number }>(
      `select count(*)::int as count from accounts.waiting_admission, unnest(reminded) as person where person = $1`,
      [userId],
    );
    const count = rows[0]?.count ?? 0;
    counts.set(userId, count);
    await mail?.outbox.enqueueReminder(tx, { mailId, userId, count });
  }
  return counts;
}

async function storeRows(tx: PoolClient, rows: readonly Waiting[]): Promise<void> {
  const gone = rows.filter(({ teamId }) => teamId === undefined).map(({ admissionId }) => admissionId);
  const kept = rows.filter(({ teamId }) => teamId !== undefined);
  if (gone.length > 0) await tx.query('delete from accounts.waiting_admission where admission_id = any($1)', [gone]);
  if (kept.length === 0) return;
  await tx.query(
    `insert into accounts.waiting_admission (admission_id, team_id, due_at, reminded)
     select "admissionId", "teamId", "dueAt", array(select jsonb_array_elements_text(reminded))
     from jsonb_to_recordset($1::jsonb) as row ("admissionId" text, "teamId" text, "dueAt" timestamptz, reminded jsonb)
     on conflict (admission_id) do update set
       team_id = excluded.team_id, due_at = excluded.due_at, reminded = excluded.reminded`,
    [JSON.stringify(kept)],
  );
}
