import { expect, test } from 'vitest';
import { withBuiltImports } from './overlay.ts';

test('imports of sources become imports of what is built', () =>
  expect(
    withBuiltImports(
      `import { a } from "./a.ts";\nimport '../b.ts';\nawait import("./c.ts");\nimport d from 'd/e.ts';`,
    ),
  ).toBe(`import { a } from "./a.js";\nimport '../b.js';\nawait import("./c.js");\nimport d from 'd/e.ts';`));
