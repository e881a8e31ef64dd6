import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { allMutants, sourcesBelow, withExpectedSurvivors } from './checks.ts';
import { codeChecksIn } from './find-code-checks.ts';
import { sqlChecksIn } from './find-sql-checks.ts';
import { idOf, kinds, type Mutant, mutated } from './mutant.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const mutants = allMutants(root);

type Edit = ReturnType<typeof codeChecksIn>[number];
const without = (text: string, edits: readonly Edit[]): string[] =>
  edits.map(({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end));
const inCode = (path: string, text: string): string[] => without(text, codeChecksIn(path, text));
const inSql = (sql: string): string[] => {
  const text = `const a = \`${sql}\`;`;
  return without(text, sqlChecksIn('query-api/src/a.ts', text)).map((one) => one.slice('const a = `'.length, -2));
};

describe('a check in the code', () => {
  test('a right in a decision, and each of its conditions', () =>
    expect(inCode('command-api/language/src/domain/a.ts', 'refuseUnless(a && b);')).toEqual([
      'undefined;',
      'refuseUnless(true && b);',
      'refuseUnless(a && true);',
    ]));

  test('a guard that refuses, and each of its conditions', () =>
    expect(inCode('query-api/src/http/a.ts', 'if (a || b) throw forbidden();')).toEqual([
      ';',
      'if (false || b) throw forbidden();',
      'if (a || false) throw forbidden();',
    ]));

  test('a guard that hides a thing from a person, and not one of a thing that does not exist', () => {
    expect(inCode('query-api/src/http/a.ts', 'if (!member) throw notFound();')).toEqual([';']);
    expect(inCode('query-api/src/http/a.ts', "if (team.status === 'none') throw notFound();")).toEqual([]);
    expect(inCode('query-api/src/http/a.ts', 'if (row === undefined) throw notFound();')).toEqual([]);
  });

  test('the caller becomes an actor with each right, or a visitor', () => {
    expect(inCode('command-api/src/http/a.ts', 'actorInTeam(request, teamId);')).toEqual([
      expect.stringContaining('isTeamAdmin: true, canEdit: true'),
    ]);
    expect(inCode('query-api/src/http/a.ts', 'callerOf(ctx);')).toEqual([expect.stringContaining("userId: 'visitor'")]);
  });

  test('a read loses its right and keeps its note of an access', () =>
    expect(inCode('query-api/src/http/a.ts', "readableTeam(request, 'team', id);")).toEqual([
      expect.stringMatching(/^readableTeam\(\{ \.\.\.\(request\), teamHeader: undefined.*, 'team', id\);$/),
    ]));

  test('a refusal for a reason, a proof that a route needs, and a rule about second factors', () => {
    const path = 'command-api/src/http/a.ts';
    expect(inCode(path, "if (!right) throw invalidField('password', refusal('wrong-password'));")).toEqual([';']);
    expect(inCode(path, "if (!known) throw new HttpProblem(refusal('user-not-found'));")).toEqual([]);
    expect(inCode(path, "command('put', '/api/a', { needsProof: true, answer });")).toEqual([
      "command('put', '/api/a', { needsProof: undefined, answer });",
    ]);
    expect(inCode(path, 'await proofs.requireFresh(id); await refuseWithoutSecondFactor(who);')).toEqual([
      'await Promise.resolve(); await refuseWithoutSecondFactor(who);',
      'await proofs.requireFresh(id); await undefined;',
    ]);
  });

  test('rights of an actor that depend on something', () =>
    expect(
      inCode('command-api/src/http/a.ts', 'const a = { isMember: true, isTeamAdmin: false, canEdit: b, isPhysic: c };'),
    ).toEqual([
      'const a = { isMember: true, isTeamAdmin: false, canEdit: true, isPhysic: c };',
      'const a = { isMember: true, isTeamAdmin: false, canEdit: b, isPhysic: true };',
    ]));

  test('a refused request of a socket, and not a limit or a malformed request', () => {
    const path = 'query-api/src/live/a.ts';
    expect(inCode(path, "function f() { if (!team) return refused(refusal('not-found')); }")).toHaveLength(1);
    expect(inCode(path, "if (session.isLocked) closeSockets(io, id, 'locked');")).toEqual([
      'if (session.isLocked) undefined;',
    ]);
    expect(inCode(path, "function f() { if (many) return refused(refusal('too-many-rooms')); }")).toEqual([]);
    expect(inCode(path, 'function f() { if (!parsed.success) return reply(answer, { ok: false }); }')).toEqual([]);
  });
});

describe('a check in SQL', () => {
  test.each([
    ['select 1 from a where a.team_id = $1', 'select 1 from a where (a.team_id = $1 or true)'],
    ['select 1 from a where b and not m.disabled', 'select 1 from a where b and (not m.disabled or true)'],
    ["select ${canReadTeam('a.team_id', '$2')}", "select (${canReadTeam('a.team_id', '$2')} or true)"],
    ['delete from a where user_id = $1', 'delete from a where (user_id = $1 or true)'],
    ["select 1 where 'user-' || user_id = $1", "select 1 where ('user-' || user_id = $1 or true)"],
    ['select 1 where a = $1 and password_hash = $2', 'select 1 where a = $1 and (password_hash = $2 or true)'],
    ['select a, locked_at is not null as is_locked', 'select a, (locked_at is not null and false) as is_locked'],
    [
      "select a, ${lacksSecondFactor('t', '$2', b)} as c",
      "select a, (${lacksSecondFactor('t', '$2', b)} and false) as c",
    ],
    ['select 1 where session_id = any ($1::uuid[])', 'select 1 where (session_id = any ($1::uuid[]) or true)'],
    ['select 1 where a.team_id = ${b}.team_id', 'select 1 where (a.team_id = ${b}.team_id or true)'],
    ['select 1 where patient_id = ${f("$1")}', 'select 1 where (patient_id = ${f("$1")} or true)'],
  ])('%s', (sql, expected) => expect(inSql(sql)).toEqual([expected]));

  test.each([
    'update a set user_id = $1',
    'update a set b = 1, user_id = $1',
    'select 1 from a left join app_user u on u.user_id = a.user_id',
  ])('none: %s', (sql) => expect(inSql(sql)).toEqual([]));
});

describe('the list', () => {
  test('has checks of each kind, each once', () => {
    expect([...new Set(mutants.map(({ kind }) => kind))]).toEqual([...kinds]);
    expect(new Set(mutants.map((mutant) => idOf(textOf(mutant.file), mutant))).size).toBe(mutants.length);
  });

  test('leaves valid TypeScript, except for the control', () => {
    const broken = mutants.filter(
      (mutant) => parseSync(mutant.file, mutated(textOf(mutant.file), mutant)).errors.length > 0,
    );
    expect(broken).toEqual(mutants.filter(({ expected }) => expected === 'broken'));
  });

  test('expects a survivor only where a check has exactly its text', () => {
    const text = 'if (a) b(); if (c) b();';
    const check: Mutant = { file: 'a.ts', kind: 'session', start: 19, end: 22, replacement: '', expected: 'killed' };
    const survivor = { file: 'a.ts', place: 'if (c) b()', check: 'b()', reason: 'a second check' };
    const expected = (change: Partial<typeof survivor>) =>
      withExpectedSurvivors([check], [{ ...survivor, ...change }], () => text);
    expect(expected({})).toEqual([{ ...check, expected: 'survived', reason: 'a second check' }]);
    expect(() => expected({ place: 'if (d) b()' })).toThrow('a.ts does not hold this text once: if (d) b()');
    expect(() => expected({ place: ' b()' })).toThrow('a.ts does not hold this text once:  b()');
    expect(() => expected({ check: 'if (c)' })).toThrow('No check of a.ts has exactly this text: if (c)');
  });

  /** The places of a word outside of all checks. */
  const outside = (
    word: RegExp,
    file: string,
    text: string,
    checks: readonly Pick<Edit, 'start' | 'end'>[],
  ): string[] =>
    [...text.matchAll(word)]
      .filter(({ index, 0: found }) => !checks.some(({ start, end }) => start < index + found.length && index < end))
      .map(({ index, 0: found }) => `${file}:${text.slice(0, index).split('\n').length} ${found}`);
  const words: readonly (readonly [string, RegExp])[] = [
    ['a refusal of a right', /throw (?:forbidden|unauthorized)\(\)/g],
    ['a right in a decision', /refuseUnless\((?!right: boolean)/g],
    ['the right to read or audit a team', /\$\{can(?:Read|Audit)Team\(/g],
    ['a right of the actor', /actor\.(?:isTeamAdmin|canEdit|isPhysic|isAdminAccount|isMember)\b/g],
    ['a condition on a team', /\bteam_id = \$/g],
    [
      'a rule about second factors',
      /\$\{lacksSecondFactor\(|throw new HttpProblem\(refusal\('second-factor-required'\)\)/g,
    ],
    ['a call that needs a fresh proof', /requireFresh\(caller|needsProof: (?=[t(])/g],
    ['a locked session', /session\.isLocked\b/g],
  ];
  const searched = ['command-api/language/src/domain', 'command-api/src/http', 'query-api/src'];

  test.each(words)('has each place of %s', (_what, word) => {
    const found = sourcesBelow(root, searched).flatMap((file) =>
      outside(
        word,
        file,
        textOf(file),
        mutants.filter((mutant) => mutant.file === file),
      ),
    );
    expect(found).toEqual([]);
  });

  test.each(words)('would miss a place of %s', (_what, word) => {
    const [file = ''] = sourcesBelow(root, searched).filter((one) => textOf(one).search(word) >= 0);
    expect(outside(word, file, textOf(file), [])).not.toEqual([]);
  });
});
