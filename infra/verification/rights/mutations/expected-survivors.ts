/**
 * Checks that no test can see, because a second one gives the same answer, with the reason why they stay. The run fails
 * if one is killed after all, and if its text is no longer in the source.
 */
export interface ExpectedSurvivor {
  readonly file: string;
  /** A text that the file holds exactly once, and that holds `check` exactly once. */
  readonly place: string;
  /** The text that the run takes out. */
  readonly check: string;
  readonly reason: string;
}

const narrowsTypes = 'the rights of the decision have answered before; it narrows types';
const namedByItsChart = 'a change of the chart has named it; the condition leads to the index';

export const expectedSurvivors: readonly ExpectedSurvivor[] = [
  {
    file: 'command-api/src/http/patient/erasures.ts',
    place: 'if (!actor) throw notFound();',
    check: 'if (!actor) throw notFound();',
    reason: narrowsTypes,
  },
  {
    file: 'command-api/src/accounts/device-pins.ts',
    place: '`delete from accounts.device_pin where user_id = $1 and device_hash = $2 and tries >= ${TRIES}`',
    check: 'user_id = $1',
    reason: 'a PIN after five tries counts for no person, and its row may go',
  },
  {
    file: 'command-api/src/accounts/second-factor/recovery-codes.ts',
    place: "'delete from accounts.recovery_code where user_id = $1 and code_hash = $2'",
    check: 'user_id = $1',
    reason: 'the hash is of the code and its person; the condition leads to the index',
  },
  {
    file: 'command-api/src/accounts/second-factor/second-factors.ts',
    place: "'select from accounts.credential where user_id = $1 for no key update'",
    check: 'user_id = $1',
    reason: 'it locks the row of the account, and reads nothing',
  },
  {
    file: 'command-api/src/accounts/second-factor/totp.ts',
    place: 'where user_id = $1 and last_step < $2 and secret = $3',
    check: 'user_id = $1',
    reason: 'the encrypted secret is that of one account',
  },
  {
    file: 'query-api/src/history/error-search.ts',
    place: "where e.team_id = ${parameter(team)} and ${wheres.join(' and ')}",
    check: 'e.team_id = ${parameter(team)}',
    reason: 'it finds the months to search; the statement of each month names the team in its marks',
  },
  {
    file: 'query-api/src/http/patients/patients.ts',
    place: 'where a.team_id = $1 and a.discharge_date is null',
    check: 'a.team_id = $1',
    reason: "only the team's patients are joined; the condition finds the few open admissions",
  },
  {
    file: 'query-api/src/http/reports/report-changes.ts',
    place: 'k where k.team_id = $1 and',
    check: 'k.team_id = $1',
    reason: 'the ids choose among reviews of the team',
  },
  {
    file: 'query-api/src/http/reports/report-changes.ts',
    place: 'from past_${table} p where p.team_id = $1 and p.until > ${EARLIER}',
    check: 'p.team_id = $1',
    reason: 'the ids choose among reviews of the team',
  },
  {
    file: 'query-api/src/http/reports/report-changes.ts',
    place: 'where r.team_id = $1 and r.review_id in (select review_id from touched)',
    check: 'r.team_id = $1',
    reason: 'the touched reviews are of the team',
  },
  {
    file: 'query-api/src/http/reports/report-changes.ts',
    place: 'a.patient_id = moved.patient_id and a.team_id = $1',
    check: 'a.team_id = $1',
    reason: 'a patient is of one team, and these are patients with several stays in the team',
  },
  {
    file: 'query-api/src/http/reports/report-changes.ts',
    place: 'where a.team_id = $1\n  ) stays where stays.count > 1',
    check: 'a.team_id = $1',
    reason: 'a patient is of one team, and the stays of these patients are chosen by the team',
  },
  {
    file: 'query-api/src/http/rights.ts',
    place: "where 'user-' || r.user_id = $1 and r.user_id = $2 and r.recommender_id = $3",
    check: "'user-' || r.user_id = $1",
    reason: 'the id is a part of the name of the stream: two conditions say the same',
  },
  {
    file: 'query-api/src/http/rights.ts',
    place: 'and r.user_id = $2 and r.recommender_id = $3',
    check: 'r.user_id = $2',
    reason: 'the id is a part of the name of the stream: two conditions say the same',
  },
  {
    file: 'query-api/src/http/admissions/chart-news.ts',
    place: "'review:' || r.review_id and r.admission_id = $1",
    check: 'r.admission_id = $1',
    reason: namedByItsChart,
  },
  {
    file: 'query-api/src/http/admissions/chart-news.ts',
    place: "'entry:' || e.entry_id and e.admission_id = $1",
    check: 'e.admission_id = $1',
    reason: namedByItsChart,
  },
  {
    file: 'query-api/src/http/admissions/chart-news.ts',
    place: "'note:' || n.note_id and n.admission_id = $1",
    check: 'n.admission_id = $1',
    reason: namedByItsChart,
  },
  {
    file: 'query-api/src/http/admissions/chart-news.ts',
    place: "'gallery:' || g.group_id and g.admission_id = $1",
    check: 'g.admission_id = $1',
    reason: namedByItsChart,
  },
  {
    file: 'query-api/src/http/admissions/chart-news.ts',
    place: "'medication:' || m.medication_id and m.admission_id = $1",
    check: 'm.admission_id = $1',
    reason: namedByItsChart,
  },
  {
    file: 'query-api/src/live/requests.ts',
    place: 'if (!watched) return false;',
    check: 'if (!watched) return false;',
    reason: 'without it the team is missing, and the error gives the same answer',
  },
  {
    file: 'command-api/src/http/user/own-account.ts',
    place: 'if (!credential || !isLocal(dependencies, credential.email))',
    check: '!credential',
    reason: 'each account with a session has a credential: it narrows the type',
  },
  {
    file: 'query-api/src/live/queries.ts',
    place: 'where concerned.team_id = any ($1::text[]) and id > $2',
    check: 'concerned.team_id = any ($1::text[])',
    reason: 'the heartbeat chooses the team of each watcher again; the condition spares rows',
  },
  ...(['own.team_id = ${teamId}', 'stays.team_id = ${teamId}'] as const).map((check) => ({
    file: 'query-api/src/http/patients/merged-patients.ts',
    place: check,
    check,
    reason: 'the statements around it ask for the team of the patient who stays; the condition leads to the index',
  })),
  {
    file: 'query-api/src/live/queries.ts',
    place: 'select admission_id, team_id from admission where admission_id = any ($1::text[])',
    check: 'admission_id = any ($1::text[])',
    reason: 'the caller takes the admissions that it has asked for from the answer; the condition leads to the index',
  },
  {
    file: 'command-api/src/http/user/locked-sessions.ts',
    place: 'await pins.remove(ownerOf(ctx), callerOf(ctx).sessionId);',
    check: 'callerOf(ctx)',
    reason: 'the owner of the PIN is read from the session before',
  },
];
