import { expect, test } from 'vitest';
import { check, isThere, sources } from './citations.mjs';

// In parts, so that the check of the repository does not read the planted citations of this file.
const page = ['docs', 'rules.md'].join('/');
const missing = ['docs', 'missing.md'].join('/');
const other = ['docs', 'other.md'].join('/');
const rulesPaper = 'architecture';
const answersPaper = 'decisions';
const section = '\u00A7';
const rules = { path: page, text: '# Rules\n\n## Ratings\n\n### If-Match\n\n## `decide` and more\n\n## Ratings\n' };
const found = (path: string, text: string): string[] =>
  check([rules, { path, text }], (to) => to === page || to === 'query-api/src/main.ts').found;

test.each([
  ['a document that is not there', 'a.ts', `/** A rule (${missing}). */`],
  ['a heading that is not there', 'a.ts', `/** A rule (${page}, "Rating"). */`],
  ['the second of two headings', 'a.ts', `// ${page}, "Ratings" and "Rating"`],
  ['a heading behind a wrapped line', 'a.ts', `/**\n * A rule (${page},\n * "Rating").\n */`],
  ['a document in a page', other, `As \`${missing}\` says.`],
  ['a link to a file that is not there', other, '[rules](rule.md)'],
  ['a picture that is not there', other, '![a chart](pictures/a.png)'],
  ['an anchor that is not there', other, '[ratings](rules.md#rating)'],
  ['an anchor of the page itself', other, '# A\n\n[b](#b)'],
  ['a source file that is not there', other, '`query-api/src/start.ts`'],
  ['a source file in a command', other, '`npx vitest run query-api/src/start.ts`'],
  ['a folder that is not there', other, '`infra/checking`'],
  ['the section sign', 'a.ts', `/** Rights (${section}6). */`],
  ['a numbered rule of another paper', 'a.ts', `// (${rulesPaper}, rule 7)`],
  ['a heading of another paper', 'a.json', `{ "description": "Errors (${answersPaper}, \\"Shapes\\")" }`],
])('finds %s', (_, path, text) => expect(found(path, text)).toHaveLength(1));

test.each([
  ['a document', 'a.ts', `/** A rule (${page}). */`],
  ['its headings', 'a.ts', `// ${page}, "Ratings", "If-Match" and "decide and more"`],
  ['a wrapped heading', 'a.ts', `/**\n * A rule (${page}, "decide\n * and more").\n */`],
  ['a heading in a page', other, `See \`${page}\`, "Ratings".`],
  [
    'links, anchors and repeated headings',
    other,
    '[a](rules.md) [b](./rules.md#ratings-1) [c](rules.md#decide-and-more)',
  ],
  ['addresses', other, '[a](https://a.example/missing.md) [b](mailto:a@a.example)'],
  ['source files, exports and what is built', other, '`query-api/src/main.ts` `language/domain` `infra/dist/a.js`'],
  ['what lies in a fence', other, `\`\`\`\n[a](missing.md) ${missing}\n\`\`\`\n`],
])('follows %s', (_, path, text) => expect(found(path, text)).toEqual([]));

test('counts what it follows', () =>
  expect(check([rules, { path: 'a.ts', text: `// ${page}, "Ratings"` }], () => true).cited).toBe(2));

test('reads the whole repository: code, settings and pages', () => {
  const files = sources();
  const paths = files.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(1_000);
  expect(paths).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/product.md',
      'docker-compose.yml',
      '.ci/run',
      'command-api/src/main.ts',
      'frontend/src/main.tsx',
    ]),
  );
  expect(check(files, isThere).cited).toBeGreaterThan(300);
});
