/** The calls of the history. */
import type {
  ChartAsOf,
  EntryLife,
  ErrorChangePage,
  Moments,
  TeamVerification,
  Timeline,
  Verification,
} from '../history.ts';
import { call, type FileOf, type Query } from './call.ts';

/**
 * Every change of an admission, 20 a page, with what was before and after; `of` narrows it down to one thing, such as
 * `entry:<id>`. With `at`, a revision, an instant or the day of a review (`review:<id>`), the whole chart as it was
 * then
 */
export const getAdmissionHistory = call<
  'members of the team',
  Timeline | ChartAsOf,
  Query<'of' | 'pageNumber' | 'at'>
>()('GET', '/api/history/admissions/:id');
/** When each change of an admission happened: what a slider over its life is made of */
export const listMoments = call<'members of the team', Moments>()('GET', '/api/history/admissions/:id/moments');
/**
 * The life of one medication error, with people and times; `review` names its review, which finds it after that was
 * deleted as well
 */
export const getEntryLife = call<'members of the team', EntryLife, Query<'review'>>()(
  'GET',
  '/api/history/entries/:id',
);
/** Every change of a patient */
export const getPatientHistory = call<'members of the team', Timeline, Query<'of' | 'pageNumber'>>()(
  'GET',
  '/api/history/patients/:id',
);
/** Every change of a team and its members */
export const getTeamHistory = call<'members of the team', Timeline, Query<'of' | 'pageNumber'>>()(
  'GET',
  '/api/history/teams/:id',
);
/** Every change of a drug */
export const getDrugHistory = call<'anyone signed in', Timeline, Query<'of' | 'pageNumber'>>()(
  'GET',
  '/api/history/drugs/:id',
);
/** Whether the events of an admission are those that were written, by their hash chain and its signed anchors */
export const verifyAdmission = call<'members of the team', Verification>()('GET', '/api/history/admissions/:id/verify');
/**
 * The events of an admission with their hashes and anchors, signed: to be checked anywhere with
 * `npm run verify-export`
 */
export const exportAdmission = call<'members of the team', FileOf<'application/x-ndjson'>>()(
  'GET',
  '/api/history/admissions/:id/export',
  { isFile: true },
);
/** Whether the events of a patient are those that were written, by their hash chain and its signed anchors */
export const verifyPatient = call<'members of the team', Verification>()('GET', '/api/history/patients/:id/verify');
/**
 * The events of a patient with their hashes and anchors, signed: to be checked anywhere with `npm run verify-export`
 */
export const exportPatient = call<'members of the team', FileOf<'application/x-ndjson'>>()(
  'GET',
  '/api/history/patients/:id/export',
  { isFile: true },
);
/** Whether the events of a team are those that were written, by their hash chain and its signed anchors */
export const verifyTeam = call<'members of the team', Verification>()('GET', '/api/history/teams/:id/verify');
/**
 * The events of a team with their hashes and anchors, signed: to be checked anywhere with `npm run verify-export`
 */
export const exportTeam = call<'members of the team', FileOf<'application/x-ndjson'>>()(
  'GET',
  '/api/history/teams/:id/export',
  { isFile: true },
);
/** Whether the events of a drug are those that were written, by their hash chain and its signed anchors */
export const verifyDrug = call<'anyone signed in', Verification>()('GET', '/api/history/drugs/:id/verify');
/**
 * The events of a drug with their hashes and anchors, signed: to be checked anywhere with `npm run verify-export`
 */
export const exportDrug = call<'anyone signed in', FileOf<'application/x-ndjson'>>()(
  'GET',
  '/api/history/drugs/:id/export',
  { isFile: true },
);
/**
 * A part of checking everything of a team, its anchors and then each of its streams: asked again with `after` until
 * no `next` comes
 */
export const verifyStreamsOfTeam = call<"the team's admin and its auditors", TeamVerification, Query<'after'>>()(
  'GET',
  '/api/history/teams/:id/verifyAll',
);
/**
 * The signed anchors of a team: with an anchor statement, `npm run verify-export` shows whether the log was cut at
 * its end
 */
export const exportAnchors = call<"the team's admin and its auditors", FileOf<'application/x-ndjson'>>()(
  'GET',
  '/api/history/teams/:id/anchors',
  { isFile: true },
);
/**
 * Every change of the medication errors of a team that fits, newest first, 20 a page; `cursor`, the `next` of a page,
 * goes on to any length. `severity`, `response`, `drug` and `type` find what became so and what was so. With
 * `format=csv`, `format=xlsx`, or `format=ndjson` signed for `npm run verify-export`, all of them as a file
 */
export const searchErrorChanges = call<
  "the team's admin and its auditors",
  ErrorChangePage,
  Query<
    | 'from'
    | 'to'
    | 'drug'
    | 'type'
    | 'severity'
    | 'response'
    | 'actor'
    | 'late'
    | 'deleted'
    | 'pageNumber'
    | 'cursor'
    | 'format'
    | 'bom'
    | 'sep'
  >
>()('GET', '/api/history/teams/:id/errors');
