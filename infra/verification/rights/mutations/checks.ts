/** All rights checks of the source, as mutants without them, and the controls of the run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ExpectedSurvivor, expectedSurvivors } from './expected-survivors.ts';
import { codeChecksIn } from './find-code-checks.ts';
import { sqlChecksIn } from './find-sql-checks.ts';
import { byHand, controls, type Replacement } from './listed-checks.ts';
import { kinds, type Mutant } from './mutant.ts';

/** Where the product decides who may do what. */
const withCode = [
  'command-api/language/src/domain',
  'command-api/src/http',
  'command-api/src/processes/process-managers',
  'infra/service-kit/src/http',
  'infra/service-kit/src/security/session-proofs.ts',
  'query-api/src',
];
const withSql = [
  'command-api/src/accounts',
  'command-api/src/http',
  'infra/service-kit/src/security/session-proofs.ts',
  'infra/service-kit/src/security/sessions.ts',
  'query-api/src',
];

export const isSource = (path: string): boolean =>
  path.endsWith('.ts') && !/\.(spec|testdata)\.ts$|\/testing\//.test(path);

/** Paths in the repository. */
export function sourcesBelow(root: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    path.endsWith('.ts')
      ? [path]
      : readdirSync(join(root, path), { withFileTypes: true, recursive: true })
          .filter((entry) => entry.isFile())
          .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
          .filter(isSource),
  );
}

/** In a fixed order: by kind, file and place. */
export function allMutants(root: string): Mutant[] {
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
  const found = [
    ...sourcesBelow(root, withCode).flatMap((file) =>
      codeChecksIn(file, textOf(file)).map((edit) => ({ ...edit, file })),
    ),
    ...sourcesBelow(root, withSql).flatMap((file) =>
      sqlChecksIn(file, textOf(file)).map((edit) => ({ ...edit, file })),
    ),
  ].map((edit): Mutant => ({ ...edit, expected: 'killed' }));
  const listed = [...byHand, ...controls].map((check) => fromList(textOf(check.file), check));
  return withExpectedSurvivors([...found, ...listed], expectedSurvivors, textOf).sort(
    (one, other) =>
      kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
      (one.file < other.file ? -1 : Number(one.file > other.file)) ||
      one.start - other.start ||
      one.end - other.end,
  );
}

/** @throws Error if the text is not in the file exactly once */
function fromList(text: string, { file, kind, check, without, expected = 'killed' }: Replacement): Mutant {
  const start = onlyPlaceOf(text, check, file);
  return { file, kind, start, end: start + check.length, replacement: without, expected };
}

/** @throws Error if a survivor is not one of the mutants */
export function withExpectedSurvivors(
  mutants: readonly Mutant[],
  survivors: readonly ExpectedSurvivor[],
  textOf: (file: string) => string,
): Mutant[] {
  const reasons = new Map<Mutant, string>();
  for (const { file, place, check, reason } of survivors) {
    const start = onlyPlaceOf(textOf(file), place, file) + onlyPlaceOf(place, check, file);
    const found = mutants.find(
      (mutant) => mutant.file === file && mutant.start === start && mutant.end === start + check.length,
    );
    if (!found) throw new Error(`No check of ${file} has exactly this text: ${check}`);
    reasons.set(found, reason);
  }
  return mutants.map((mutant) => {
    const reason = reasons.get(mutant);
    return reason === undefined ? mutant : { ...mutant, expected: 'survived', reason };
  });
}

/** @throws Error if the text does not hold the part exactly once */
function onlyPlaceOf(text: string, part: string, file: string): number {
  const start = text.indexOf(part);
  if (start < 0 || text.includes(part, start + 1)) throw new Error(`${file} does not hold this text once: ${part}`);
  return start;
}
