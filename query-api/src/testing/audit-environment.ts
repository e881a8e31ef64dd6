/**
 * For `*.int.spec.ts` only: the query API over a random log of two teams and its audit rows. The state is the module's,
 * so a spec file has one environment.
 */
import { createSigning } from 'service-kit/security/signing';
import type { ErrorChange, ErrorChangePage } from 'language/contract/history';
import { addDays, calendarDateIn } from 'language/domain/values/calendar-date';
import { type EventMetadata, recordedAtOf } from 'language/domain/command';
import { startTestEnvironment, type TestEnvironment } from 'projections/testing';
import { generatedLog, people, teams } from './generated-log.ts';
import { type StartedApi, startApi } from './started-api.ts';

export const ZONE = 'Africa/Cairo';
export const today = calendarDateIn(ZONE, new Date());
export const [team, otherTeam] = teams;
/** The number of the team's charts. The spec asks for each of their errors on its own. */
const CHARTS = 30;
/** The streams of the log. From some weeks ago on, in the order of creation: of many days, and some late. */
export const drawn = (() => {
  const log = generatedLog(20_27, today);
  const instants = [
    ...new Set(
      log.flatMap(({ events }) => events.flatMap(({ metadata }) => [metadata.occurredAt, recordedAtOf(metadata)])),
    ),
  ].toSorted();
  const places = new Map(
    instants.map((instant, index) => [
      instant,
      Date.parse(`${addDays(today, -57)}T00:00:00Z`) + Math.floor((index * 55 * 86_400_000) / instants.length),
    ]),
  );
  // The other team has changes that must not be found.
  const tooMany = teams.flatMap((of) =>
    log
      .filter(({ stream, events }) => stream.startsWith('admission-') && events[0]?.metadata.teamId === of)
      .slice(of === team ? CHARTS : 5),
  );
  const moved = (instant: string): string => new Date(places.get(instant) ?? Number.NaN).toISOString();
  const movedTimes = ({ occurredAt, recordedAt }: EventMetadata) => ({
    occurredAt: moved(occurredAt),
    ...(recordedAt === undefined ? {} : { recordedAt: moved(recordedAt) }),
  });
  return log
    .filter((one) => !tooMany.includes(one))
    .map(({ stream, events }) => ({
      stream,
      events: events.map((event) => ({ ...event, metadata: { ...event.metadata, ...movedTimes(event.metadata) } })),
    }));
})();
export const [admin, otherAdmin, reader, auditor] = people;

export let environment: TestEnvironment;
let api: StartedApi;
/** As the admin without a user. */
export const get: StartedApi['get'] = (path, user) => api.get(path, user);
export const answer: StartedApi['answer'] = (path, user) => api.answer(path, user);
export const signing = () => createSigning(environment.rootKey);

export async function startAuditEnvironment(): Promise<void> {
  environment = await startTestEnvironment();
  for (const { stream, events } of drawn) {
    await environment.log.append(stream, 'no_stream', events);
    if (stream.startsWith('admission-')) await environment.audit(stream);
    else await environment.project(stream);
  }
  await environment.pool.query(`update team_member set can_audit = true where team_id = $1 and user_id = any ($2)`, [
    team,
    [auditor, reader],
  ]);
  await environment.pool.query(`update team_member set disabled = true where team_id = $1 and user_id = $2`, [
    team,
    reader,
  ]);
  api = await startApi(environment, people);
}
export const stopAuditEnvironment = (): Promise<void> => api.stop();

/** The path of the search. */
export const errors = `/api/history/teams/${team}/errors`;
/** All pages in order. */
export async function findErrors(query: Record<string, string>): Promise<ErrorChange[]> {
  const changes: ErrorChange[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: ErrorChangePage = await answer<ErrorChangePage>(
      `${errors}?${new URLSearchParams({ ...query, ...(cursor === '' ? {} : { cursor }) }).toString()}`,
    );
    changes.push(...page.changes);
    cursor = page.next;
  }
  return changes;
}
