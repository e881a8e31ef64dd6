/** Which tests could see a mutant, the cheapest first. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { rows } from '../table.ts';
import type { Mutant } from './mutant.ts';

export const RIGHTS = 'infra/verification/rights/rights.int.spec.ts';
const RIGHTS_OF_REQUESTS = 'infra/verification/rights/headers-and-tokens.nightly.int.spec.ts';
const PROMISES = 'infra/verification/acceptance/removal-and-deletion.nightly.int.spec.ts';
/** The rights suite is tried after the nearest of the other specs of a package. */
const NEAR_SPECS = 2;
const user = 'command-api/src/http/user';
const transfers = 'query-api/src/http/transfers.int.spec.ts';
const localAccounts = 'command-api/src/http/single-sign-on/local-accounts.nightly.int.spec.ts';
/** Specs that see most checks of a file or folder, wherever they lie. They are tried first. */
const seenBy: readonly (readonly [path: string, ...specs: string[]])[] = [
  [`${user}/locked-sessions.ts`, `${user}/locked-sessions.int.spec.ts`, `${user}/unlock-by-passkey.int.spec.ts`],
  [`${user}/own-account.ts`, localAccounts],
  [`${user}/registration.ts`, localAccounts],
  [`${user}/users.ts`, localAccounts],
  [`${user}/proof.ts`, localAccounts],
  [`${user}/second-factor-sign-in.ts`, localAccounts, 'command-api/src/http/accounts/accounts.int.spec.ts'],
  ['command-api/src/http/accesses/', 'command-api/src/http/team/teams.int.spec.ts'],
  [
    'command-api/src/http/rights.ts',
    'command-api/src/http/accounts/accounts.int.spec.ts',
    'command-api/src/http/patient/erasures.int.spec.ts',
    'command-api/src/http/admission/transfers.int.spec.ts',
    'command-api/src/http/team/required-second-factor.int.spec.ts',
  ],
  ['query-api/src/http/rights.ts', 'query-api/src/http/reads.int.spec.ts'],
  [
    'query-api/src/http/history/history.ts',
    'query-api/src/http/history/error-changes.int.spec.ts',
    'query-api/src/http/history/history.int.spec.ts',
  ],
  ['query-api/src/http/rights.ts', 'query-api/src/http/accesses/accesses.int.spec.ts'],
  ['query-api/src/http/rights.ts', 'query-api/src/http/history/audit-rights-and-exports.int.spec.ts'],
  ['query-api/src/http/rights.ts', 'query-api/src/http/freshness.int.spec.ts'],
  ['query-api/src/http/rights.ts', 'query-api/src/http/teams/required-second-factor.int.spec.ts'],
  ['query-api/src/http/rights.ts', transfers],
  ['query-api/src/http/admissions/admissions.ts', transfers],
  ['query-api/src/http/drug-use/', transfers],
  ['query-api/src/http/patients/merged-patient-list.ts', transfers],
  ['query-api/src/http/teams/transfers.ts', transfers],
  ['query-api/src/http/reports/report-changes.ts', transfers],
  ['query-api/src/http/files/file-words.ts', 'query-api/src/http/history/audit-rights-and-exports.int.spec.ts'],
  ['query-api/src/http/images/images.ts', 'query-api/src/http/images/images.int.spec.ts', transfers],
  ['query-api/src/http/reports/metrics.ts', 'query-api/src/http/reports/reports.int.spec.ts'],
  ['query-api/src/http/reports/metrics.ts', 'query-api/src/http/reports/erased-patients.nightly.int.spec.ts'],
  ['query-api/src/http/reports/as-known.ts', 'query-api/src/http/reports/erased-patients.nightly.int.spec.ts'],
  ['query-api/src/http/reports/reports.ts', 'query-api/src/http/reports/collected-report.int.spec.ts'],
  ['query-api/src/http/readable-team.ts', transfers, 'query-api/src/http/history/audit-rights-and-exports.int.spec.ts'],
  [
    'query-api/src/history/error-search.ts',
    'query-api/src/http/history/error-changes.int.spec.ts',
    'query-api/src/http/history/audit-rights-and-exports.int.spec.ts',
  ],
  ['query-api/src/http/admissions/chart-news.ts', 'query-api/src/live/chart-seen.int.spec.ts'],
  ['query-api/src/http/patients/patients.ts', 'query-api/src/http/answers.int.spec.ts'],
  ['query-api/src/http/teams/invitations.ts', 'query-api/src/http/accounts/accounts.int.spec.ts'],
  ['command-api/src/http/invitations/invitations.ts', 'command-api/src/http/team/required-second-factor.int.spec.ts'],
  ['query-api/src/http/teams/former-members.ts', 'query-api/src/http/history/error-changes.int.spec.ts'],
  ['query-api/src/http/teams/teams.ts', 'query-api/src/http/answers.int.spec.ts'],
  ['query-api/src/http/teams/handover.ts', transfers, 'query-api/src/http/reports/reports.int.spec.ts'],
  ['query-api/src/http/teams/ward.ts', 'query-api/src/http/reports/reports.int.spec.ts'],
  ['query-api/src/live/queries.ts', 'query-api/src/live/heartbeat.int.spec.ts'],
  [
    'query-api/src/live/requests.ts',
    'query-api/src/live/live-endings.int.spec.ts',
    'query-api/src/live/presence/presence.int.spec.ts',
    'query-api/src/http/teams/required-second-factor.int.spec.ts',
  ],
  ['query-api/src/live/', 'query-api/src/live/live.int.spec.ts'],
  ['command-api/src/accounts/device-pins.ts', `${user}/locked-sessions.int.spec.ts`],
  ['command-api/src/accounts/invitations.ts', 'command-api/src/http/invitations/invitations.int.spec.ts'],
  ['command-api/src/accounts/', 'command-api/src/accounts/other-accounts.int.spec.ts'],
  ['infra/service-kit/src/http/', 'command-api/src/http/refusals.int.spec.ts'],
  ['infra/service-kit/src/security/', 'infra/service-kit/src/security/other-sessions.int.spec.ts'],
];
/** Specs that ask for refusals all over a part of the product. They are tried first for guards in this part. */
const ofRefusals: readonly (readonly [folder: string, spec: string])[] = [
  ['query-api/src/http/', 'query-api/src/http/reads.int.spec.ts'],
  ['command-api/src/http/', 'command-api/src/http/refusals.int.spec.ts'],
];
/** Specs of second factors and fresh proofs, likewise. */
const ofProofs: typeof seenBy = [
  [
    'query-api/',
    'query-api/src/http/teams/required-second-factor.int.spec.ts',
    'query-api/src/http/history/proof-of-exports.nightly.int.spec.ts',
  ],
  [
    'command-api/src/http/',
    `${user}/second-factors.int.spec.ts`,
    'command-api/src/http/team/required-second-factor.int.spec.ts',
  ],
];
/** They take long, and ask for the order of commands. */
const ofRaces = /race|versus|twice/;

/** A run of test files. `names` limits it to tests with one of these words in their name. */
export interface TestRun {
  readonly files: readonly string[];
  readonly names?: readonly string[];
  /** Also for a quick run: the tests start no product. */
  readonly isNear: boolean;
}

export interface SpecFiles {
  runsFor(mutant: Mutant): TestRun[];
}

const folders: Readonly<Record<string, string>> = {
  language: 'command-api/language/src',
  'service-kit': 'infra/service-kit/src',
  'command-api': 'command-api/src',
  'query-api': 'query-api/src',
  projections: 'projections/src',
};

/** Reads the imports of all specs of the services. */
export function readSpecFiles(root: string): SpecFiles {
  const specs = Object.values(folders).flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter(({ name }) => name.endsWith('.spec.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
  const imports = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const known = imports.get(file);
    if (known) return known;
    const found = existsSync(join(root, file)) ? importedFiles(file, readFileSync(join(root, file), 'utf8')) : [];
    imports.set(file, found);
    return found;
  };
  const reaches = new Map<string, ReadonlySet<string>>();
  const reachedFrom = (spec: string): ReadonlySet<string> => {
    const known = reaches.get(spec);
    if (known) return known;
    const seen = new Set([spec]);
    for (const file of seen) for (const imported of importsOf(file)) seen.add(imported);
    reaches.set(spec, seen);
    return seen;
  };

  return {
    runsFor({ file, kind }) {
      const near = specs
        .filter((spec) => reachedFrom(spec).has(file))
        .map((spec) => ({ spec, isPure: !spec.endsWith('.int.spec.ts'), distance: distanceOf(file, spec) }))
        .sort((one, other) => one.distance - other.distance || (one.spec < other.spec ? -1 : 1));
      const pure = near.filter(({ isPure, distance }) => isPure && distance <= 1).map(({ spec }) => spec);
      const ownGuards = near.filter(({ isPure, distance }) => !isPure && distance < 0 && isOfRefusals(kind));
      const first = new Set([
        ...ownGuards.map(({ spec }) => spec),
        ...ofProofs
          .filter(([folder]) => file.startsWith(folder) && kind === 'proof of the person')
          .flatMap(([, ...specs]) => specs),
        ...ofRefusals.filter(([folder]) => file.startsWith(folder) && isOfRefusals(kind)).map(([, spec]) => spec),
        ...seenBy.filter(([path]) => file.startsWith(path)).flatMap(([, ...specs]) => specs),
      ]);
      const others = near
        .filter(({ isPure, spec }) => !isPure && !first.has(spec))
        .map(({ spec }) => spec)
        .sort((one, other) => Number(ofRaces.test(one)) - Number(ofRaces.test(other)));
      const words = wordsOfRoutes(readFileSync(join(root, file), 'utf8'));
      return [
        ...(pure.length > 0 ? [{ files: pure, isNear: true }] : []),
        ...[...first, ...others.slice(0, NEAR_SPECS)].map((spec) => ({ files: [spec], isNear: true })),
        ...(words.length > 0 ? [{ files: [RIGHTS], names: words, isNear: false }] : []),
        { files: [RIGHTS], isNear: false },
        { files: [RIGHTS_OF_REQUESTS], isNear: false },
        { files: [PROMISES], isNear: false },
        ...others.slice(NEAR_SPECS).map((spec) => ({ files: [spec], isNear: false })),
      ];
    },
  };
}

/** Conditions of statements choose rows of the answer: a spec of refusals does not see them. */
const isOfRefusals = (kind: Mutant['kind']): boolean =>
  kind === 'SQL: reader of a team' || !(kind.startsWith('SQL') || kind === 'proof of the person');

/** Paths of the imported files of this repository, types included. */
function importedFiles(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.')) return [posix.join(posix.dirname(file), specifier)];
    const [name = '', ...rest] = specifier.split('/');
    const folder = folders[name];
    return folder === undefined ? [] : [`${folder}/${rest.join('/')}.ts`];
  });
}

/** Steps from one folder to the other; specs of another package are further than all of the own. */
function distanceOf(file: string, spec: string): number {
  const steps = posix.relative(dirname(file), dirname(spec)).split('/').filter(Boolean).length;
  const hasOwnName = posix.basename(spec).startsWith(posix.basename(file, '.ts'));
  return steps - (hasOwnName ? 0.5 : 0);
}

/** How the table of rights names the calls whose paths are in the text of a route file. */
function wordsOfRoutes(text: string): string[] {
  const names = new Set([...text.matchAll(/\b\w+Calls\.(\w+)/g)].map(([, name]) => name));
  return rows.filter(({ call }) => call !== undefined && names.has(call)).map(({ words }) => words);
}
