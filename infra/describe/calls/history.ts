import { about } from './about.ts';

export const history = {
  'GET /api/history/admissions/:id': about(
    'members of the team',
    'Every change of an admission, 20 a page, with what was before and after; `of` narrows it down to one ' +
      'thing, such as `entry:<id>`. With `at`, a revision, an instant or the day of a review (`review:<id>`), the whole chart as it was then',
    'Timeline | ChartAsOf',
  ),
  'GET /api/history/admissions/:id/moments': about(
    'members of the team',
    'When each change of an admission happened: what a slider over its life is made of',
    'Moments',
  ),
  'GET /api/history/entries/:id': about(
    'members of the team',
    'The life of one medication error, with people and times; `review` names its review, which finds it after ' +
      'that was deleted as well',
    'EntryLife',
  ),
  'GET /api/history/patients/:id': about('members of the team', 'Every change of a patient', 'Timeline'),
  'GET /api/history/teams/:id': about('members of the team', 'Every change of a team and its members', 'Timeline'),
  'GET /api/history/drugs/:id': about('anyone signed in', 'Every change of a drug', 'Timeline'),
  'GET /api/history/admissions/:id/verify': about(
    'members of the team',
    'Whether the events of an admission are those that were written, by their hash chain and its signed anchors',
    'Verification',
  ),
  'GET /api/history/admissions/:id/export': about(
    'members of the team',
    'The events of an admission with their hashes and anchors, signed: to be checked anywhere with `npm run ' +
      'verify-export`',
    'application/x-ndjson',
  ),
  'GET /api/history/patients/:id/verify': about(
    'members of the team',
    'Whether the events of a patient are those that were written, by their hash chain and its signed anchors',
    'Verification',
  ),
  'GET /api/history/patients/:id/export': about(
    'members of the team',
    'The events of a patient with their hashes and anchors, signed: to be checked anywhere with `npm run ' +
      'verify-export`',
    'application/x-ndjson',
  ),
  'GET /api/history/teams/:id/verify': about(
    'members of the team',
    'Whether the events of a team are those that were written, by their hash chain and its signed anchors',
    'Verification',
  ),
  'GET /api/history/teams/:id/export': about(
    'members of the team',
    'The events of a team with their hashes and anchors, signed: to be checked anywhere with `npm run verify-export`',
    'application/x-ndjson',
  ),
  'GET /api/history/teams/:id/errors': about(
    "the team's admin and its auditors",
    'Every change of the medication errors of a team that fits, newest first, 20 a page; `cursor`, the `next` ' +
      'of a page, goes on to any length. `severity`, `response`, `drug` and `type` find what became so and what ' +
      'was so. With `format=csv`, `format=xlsx`, or `format=ndjson` signed for `npm run verify-export`, all of them as a file',
    'ErrorChangePage',
  ),
  'GET /api/history/teams/:id/verifyAll': about(
    "the team's admin and its auditors",
    'A part of checking everything of a team, its anchors and then each of its streams: asked again with ' +
      '`after` until no `next` comes',
    'TeamVerification',
  ),
  'GET /api/history/teams/:id/anchors': about(
    "the team's admin and its auditors",
    'The signed anchors of a team: with an anchor statement, `npm run verify-export` shows whether the log was cut at its end',
    'application/x-ndjson',
  ),
  'GET /api/history/drugs/:id/verify': about(
    'anyone signed in',
    'Whether the events of a drug are those that were written, by their hash chain and its signed anchors',
    'Verification',
  ),
  'GET /api/history/drugs/:id/export': about(
    'anyone signed in',
    'The events of a drug with their hashes and anchors, signed: to be checked anywhere with `npm run verify-export`',
    'application/x-ndjson',
  ),
};
