import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleFiles, stripTypes } from '#modules';
import { expect, test } from 'vitest';
import { root } from '../../verification/test/started-program.ts';

const files = moduleFiles(root);

// Fault: Node would look for sources beside what is built.
test('types go, and imports of sources become imports of what is built', () =>
  expect(
    stripTypes(
      'a.ts',
      `import { type A, a } from "./a.ts";
import type { B } from '../../b.ts';
export const c = async (d: B): Promise<A> => (await import("./c.ts")).of(d, a);
export * from 'd/e';
`,
    ).code,
  ).toBe(`import { a } from "./a.js";
export const c = async (d) => (await import("./c.js")).of(d, a);
export * from "d/e";
`));

// Fault: an import for its effect, or of a class that is only a type in one place, would be lost.
test('an import that names no type stays', () =>
  expect(stripTypes('a.ts', `import { a } from './a.ts';\nimport './b.ts';\n`).code).toBe(
    `import { a } from "./a.js";\nimport "./b.js";\n`,
  ));

// Fault: a source that cannot be read would become an empty module.
test('a mistake ends the build with the name of its file', () =>
  expect(() => stripTypes('infra/a.ts', 'const = 3;')).toThrow('infra/a.ts: '));

// Fault: the modules of a program would take the place of the program.
test.each([
  ['infra/operations/keys/main.ts', 'infra/dist/operations/keys/main.modules.js'],
  ['infra/operations/keys/rotate.ts', 'infra/dist/operations/keys/rotate.js'],
  ['infra/verification/bench/images/main.ts', 'infra/dist/verification/bench/images/main.js'],
  ['infra/runtime/seed/data/drugs.json', 'infra/dist/runtime/seed/data/drugs.json'],
  ['command-api/src/images/decoder.mjs', 'command-api/dist/images/decoder.mjs'],
  ['infra/runtime/start/modules.spec.ts', undefined],
  ['infra/runtime/start/modules.d.mts', undefined],
  ['infra/runtime/start/build.mjs', undefined],
])('%s is built as %s', (source, file) => expect(files.get(source)).toBe(file));

// Fault: a bench that imports the data of a spec would fail only when a person runs it.
test('each module imports modules that are built', () => {
  const missing = [...files].flatMap(([source]) =>
    [...readFileSync(join(root, source), 'utf8').matchAll(/^(?:import|export|\}) .*from '(\.{1,2}\/[^']+)'/gm)].flatMap(
      ([statement, path = '']) => {
        const imported = join(source, '..', path);
        return /^(import|export) type /.test(statement) || files.has(imported) ? [] : [`${source}: ${path}`];
      },
    ),
  );
  expect(missing).toEqual([]);
});
