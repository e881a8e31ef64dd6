/** Checks that no rule of `find-code-checks.ts` and `find-sql-checks.ts` finds, and the controls of the run. */
import type { CheckKind, Outcome } from './mutant.ts';

export interface Replacement {
  readonly file: string;
  readonly kind: CheckKind;
  /** Exactly once in the file. */
  readonly check: string;
  readonly without: string;
  /** By default `killed`. */
  readonly expected?: Outcome;
}

export const byHand: readonly Replacement[] = [
  {
    file: 'command-api/src/http/user/locked-sessions.ts',
    kind: 'proof of the person',
    check: "if (outcome === 'right') return setDevice(client, device);",
    without: 'return setDevice(client, device);',
  },
  {
    file: 'query-api/src/http/readable-team.ts',
    kind: 'guard of a read',
    check: 'if (row === undefined) throw notFound();',
    without: 'if (row === undefined) return id;',
  },
  {
    file: 'command-api/src/images/store.ts',
    kind: 'SQL: requested thing',
    check: 'where admission_id = $1 and (address',
    without: 'where (admission_id = $1 or true) and (address',
  },
  {
    file: 'query-api/src/live/heartbeat.ts',
    kind: 'guard of a live connection',
    check: 'if (change.teamId === what.team) ',
    without: '',
  },
  {
    file: 'query-api/src/live/heartbeat.ts',
    kind: 'guard of a live connection',
    check: 'if (isConcerned) ',
    without: '',
  },
  {
    file: 'query-api/src/live/requests.ts',
    kind: 'guard of a live connection',
    check: "if ('refusal' in allowed) return refused(allowed.refusal);",
    without: '',
  },
  {
    file: 'query-api/src/live/requests.ts',
    kind: 'guard of a live connection',
    check: 'isPresent && parts.presence.touch(',
    without: 'parts.presence.touch(',
  },
  {
    file: 'query-api/src/http/reports/collected-report.ts',
    kind: 'guard of a read',
    check: "csv === '1' && (await isAdmin(request.db, team, request.caller.userId))",
    without: "csv === '1'",
  },
  {
    file: 'query-api/src/http/users/profiles.ts',
    kind: 'SQL: person',
    check: 'and (r.is_accepted or r.recommender_id = $2 or r.user_id = $2)',
    without: 'and (r.is_accepted or r.recommender_id = $2 or r.user_id = $2 or true)',
  },
  {
    file: 'query-api/src/http/users/profiles.ts',
    kind: 'guard of a read',
    check: 'if (caller?.userId === id) ',
    without: 'if (caller) ',
  },
];

/** The run itself is checked: each of these has to come out as `expected`. */
export const controls: readonly Replacement[] = [
  {
    file: 'command-api/language/src/domain/catalogue/decide.ts',
    kind: 'control',
    check: 'export function addErrorType(',
    without: 'export function addErrorType(/* without effect */',
    expected: 'survived',
  },
  {
    file: 'command-api/language/src/domain/catalogue/decide.ts',
    kind: 'control',
    check: 'export function addTag(',
    without: 'export function addTag((',
    expected: 'broken',
  },
];
