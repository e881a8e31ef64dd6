/** Who is on a drug on a day, and who had it in the month before: of a team, or of all teams for the admin account. */
import * as wardCalls from 'language/contract/calls/ward';
import type { DrugUsePage, DrugUsePatient, DrugUseSubject } from 'language/contract/drug-use';
import { teamStream } from 'language/domain/team/events';
import { because } from 'language/domain/reasons/because';
import { refusal } from 'language/domain/reasons/refusal';
import { CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { limits } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { accessIdOf } from 'service-kit/accesses/access-outbox';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { DEDUPLICATION_MS } from '../accesses/access-log.ts';
import { requireAdminAccount } from '../accounts/accounts.ts';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { read, type ReadRequest } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { isExempt, lacksSecondFactor, refuseWithoutSecondFactor } from '../rights.ts';
import { drugUseOfTeams, labelsOf } from './statement.ts';

/** One of `drug` (a trade label), `substance` (a drug) and `tag`. */
const wanted = {
  drug: Id.optional(),
  substance: Id.optional(),
  tag: Id.optional(),
  on: CalendarDate.optional(),
  pageNumber: PageNumber,
};
type Wanted = z.output<z.ZodObject<typeof wanted>>;
const isOfOne = ({ drug, substance, tag }: Wanted): boolean =>
  [drug, substance, tag].filter((id) => id !== undefined).length === 1;
const ofWhat = { error: because('drug-use-of-what'), path: ['drug'] };

const OfTeam = z.object({ teamId: Id, ...wanted }).refine(isOfOne, ofWhat);
const OfInstallation = z.object(wanted).refine(isOfOne, ofWhat);

type Row = {
  since: string;
  teams: Readonly<Record<string, { on: number; had: number }>>;
} & ((DrugUsePatient & { is_on: boolean }) | { _id: null });

/**
 * The subject that was asked for, and its trade labels.
 * @throws HttpProblem 404 if the catalogue does not have it
 */
async function subjectOf({
  db,
  input: { drug, substance, tag = '' },
}: ReadRequest<Wanted>): Promise<{ readonly of: DrugUseSubject; readonly labels: readonly string[] }> {
  const kind = drug !== undefined ? 'drug' : substance !== undefined ? 'substance' : 'tag';
  const id = drug ?? substance ?? tag;
  const { rows } = await db.query<{ label: string; drug_id: string | null; labels: string[] }>(labelsOf[kind], [id]);
  if (!rows[0]) throw notFound();
  const { label, drug_id: drugId, labels } = rows[0];
  return { of: { kind, _id: id, label, drugId }, labels };
}

/** Each team whose patients are named has the access in its log. */
async function drugUseIn(
  request: ReadRequest<Wanted>,
  teams: readonly string[],
  isOfTeam: boolean,
): Promise<DrugUsePage> {
  const { db, dependencies, input } = request;
  const today = calendarDateIn(dependencies.timeZone, new Date());
  const on = input.on ?? today;
  if (on > today) throw new HttpProblem(refusal('day-in-future'), { field: 'on' });
  const { of, labels } = await subjectOf(request);
  const { rows } = await db.query<Row>(drugUseOfTeams, [
    teams,
    on,
    labels,
    limits.pageSize,
    rowsBefore(input.pageNumber),
    dependencies.timeZone,
    isOfTeam,
  ]);
  const counts = Object.entries(rows[0]?.teams ?? {});
  for (const [teamId, { on: patients, had }] of counts)
    request.accessed({
      type: 'DrugUseListed',
      teamId,
      data: { found: patients + had, ...(of.drugId === null ? {} : { drugId: of.drugId }) },
      deduplicationKey: `${of._id} ${on}`,
    });
  const found = rows.flatMap(({ since: _since, teams: _teams, ...row }) => (row._id === null ? [] : [row]));
  const listed = (isOn: boolean): DrugUsePatient[] =>
    found.filter((row) => row.is_on === isOn).map(({ is_on: _isOn, ...patient }) => patient);
  const total = counts.reduce((sum, [, { on: patients }]) => sum + patients, 0);
  const hadTotal = counts.reduce((sum, [, { had }]) => sum + had, 0);
  return {
    of,
    on,
    since: rows[0]?.since ?? on,
    patients: listed(true),
    had: listed(false),
    ...pageOf(input.pageNumber, Math.max(total, hadTotal)),
    total,
    hadTotal,
  };
}

/**
 * All teams, for the admin account. A team's requirement of a second factor holds for it as for a member: such a team is
 * left out and named, and does not close the others.
 * @throws HttpProblem 403; where all of them require one as well
 */
async function allTeams(
  request: ReadRequest<unknown>,
): Promise<{ readonly open: string[]; readonly closed: string[] }> {
  const { db, dependencies, caller } = request;
  await requireAdminAccount(request);
  const { rows } = await db.query<{ team_id: string; name: string; lacks_second_factor: boolean }>(
    `select t.team_id, t.name, ${lacksSecondFactor('t.team_id', '$1', dependencies.requiresSecondFactor)} as lacks_second_factor
     from team t order by t.name, t.team_id`,
    [caller.userId],
  );
  const isClosed = (row: (typeof rows)[number]): boolean => row.lacks_second_factor && !isExempt(caller);
  refuseWithoutSecondFactor({ lacks_second_factor: rows.length > 0 && rows.every(isClosed) }, caller);
  return {
    open: rows.filter((row) => !isClosed(row)).map(({ team_id: team }) => team),
    closed: rows.filter(isClosed).map(({ name }) => name),
  };
}

/** A look into all teams is in the security log as well: once for a subject and day within a quarter of an hour. */
async function recordLook({ dependencies, caller }: ReadRequest<unknown>, { of, on }: DrugUsePage): Promise<void> {
  const { userId, sessionId } = caller;
  await dependencies.securityLog.record({
    kind: 'DrugUseOfAllTeamsRead',
    by: 'person',
    actorId: userId,
    data: {},
    origin: { sessionId },
    sourceId: accessIdOf(userId, 'DrugUseOfAllTeamsRead', of._id, on, Math.floor(Date.now() / DEDUPLICATION_MS)),
  });
}

export const drugUseRoutes = [
  read(wardCalls.listDrugUse, {
    input: OfTeam,
    from: ({ teamId }) => ['admission-', 'patient-', 'drug-', 'catalogue', teamStream(teamId)],
    async answer(request): Promise<DrugUsePage> {
      return drugUseIn(request, [await readableTeam(request, 'team', request.input.teamId)], true);
    },
  }),
  read(wardCalls.listDrugUseOfAllTeams, {
    input: OfInstallation,
    from: () => ['admission-', 'patient-', 'drug-', 'catalogue', 'team-', 'user-'],
    async answer(request): Promise<DrugUsePage> {
      const { open, closed } = await allTeams(request);
      const found = await drugUseIn(request, open, false);
      await recordLook(request, found);
      return closed.length === 0 ? found : { ...found, closedTeams: closed };
    },
  }),
];
