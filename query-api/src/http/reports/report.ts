/** Shared by the reports: their parameters, and what counts as an error. */
import { CalendarDate } from 'language/domain/values/calendar-date';
import { catalogueStream } from 'language/domain/catalogue/events';
import { type Response, responseLabel } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { because } from 'language/domain/reasons/because';
import { teamStream } from 'language/domain/team/events';
import * as z from 'zod';
import { AsOf } from './as-known.ts';
import type { ReadRequest } from '../read-route.ts';
import type { Accessed } from '../accesses/access-log.ts';
import { readableTeam } from '../readable-team.ts';

export const TeamInput = z.object({ team: z.string(because('team-missing')).pipe(Id) }).extend(AsOf.shape);

export interface Period {
  startDate?: string | undefined;
  endDate?: string | undefined;
}
export const isInOrder = ({ startDate, endDate }: Period): boolean =>
  startDate === undefined || endDate === undefined || startDate <= endDate;
export const outOfOrder = { path: ['endDate'], message: because('end-before-start') };

/** Both days are included. */
const days = {
  startDate: z.string(because('start-date-missing')).pipe(CalendarDate),
  endDate: z.string(because('end-date-missing')).pipe(CalendarDate),
};
export const TeamPeriod = TeamInput.extend(days).refine(isInOrder, outOfOrder);
/** For a report that knows no instant but now. */
export const TeamPeriodNow = TeamInput.omit({ asOf: true }).extend(days).refine(isInOrder, outOfOrder);
export type TeamPeriod = z.output<typeof TeamPeriod>;

/** Codes of the reports that name patients; reading one is in the access log. */
export const COLLECTED = 1;
export const RECURRENT = 4;

/** The streams that a team's reports come from. */
export const reportStreams = ({ team }: { team: string }): readonly string[] => [
  'admission-',
  'user-',
  catalogueStream,
  'drug-',
  teamStream(team),
];

export const reportRead = (teamId: string, data: Extract<Accessed, { type: 'ReportRead' }>['data']): Accessed => ({
  type: 'ReportRead',
  teamId,
  data,
  deduplicationKey: JSON.stringify(data),
});

/** The response of a recommendation that was followed. */
export const ACCEPTED = 1 satisfies Response;
/** A response that is not set is pending (docs/product.md, "Responses"). */
export const nameOfResponse = (response: Response | null): string =>
  response === null ? 'Pending' : responseLabel(response);

/** The team, once the caller may read it. @throws HttpProblem 403 · 404 as `readableTeam` */
export const reportedTeam = (request: ReadRequest<{ team: string }>): Promise<string> =>
  readableTeam(request, 'team', request.input.team);
