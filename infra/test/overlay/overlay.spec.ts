import { expect, test } from 'vitest';
import { builtPath, withBuiltImports } from './overlay.ts';

test.each([
  ['query-api/src/http/rights.ts', 'query-api/dist/http/rights.js'],
  ['infra/service-kit/src/http/http-problem.ts', 'infra/service-kit/dist/http/http-problem.js'],
  ['infra/event-log/store/tail.ts', 'infra/dist/event-log/store/tail.js'],
])('%s is built as %s', (file, built) => expect(builtPath(file)).toBe(built));

test('imports of sources become imports of what is built', () =>
  expect(
    withBuiltImports(
      `import { a } from "./a.ts";\nimport '../b.ts';\nawait import("./c.ts");\nimport d from 'd/e.ts';`,
    ),
  ).toBe(`import { a } from "./a.js";\nimport '../b.js';\nawait import("./c.js");\nimport d from 'd/e.ts';`));
