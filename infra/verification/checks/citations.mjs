/**
 * Holds what comments and pages cite: `npm run check:citations` prints each citation of a document, heading, file or
 * anchor that is not in the repository. Read are code, settings and Markdown; code in fences of Markdown is not.
 * - `docs/<page>.md` and, behind it, `, "Heading"`, as often as headings follow. A citation may be wrapped.
 * - Relative links of Markdown and their anchors.
 * - Paths of source files in code spans of Markdown, from the root of the repository.
 * - The section sign before a digit, and numbered rules of papers outside the repository.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const folders = 'docs|command-api|projections|query-api|frontend|infra';
const skipped = new Set(['node_modules', 'dist', '.build', '.data', '.git', 'coverage', 'golden']);
const extensions = /^\.(?:tsx?|mts|mjs|js|css|html|sql|md|ya?ml|json)$/;
const withoutExtension = new Set(['Dockerfile', 'run', '.env.example']);

const CITED = new RegExp(`(?<![\\w./-])((?:${folders})/[\\w./-]*\\.md)\`?((?:(?:, and|,| and) ?"[^"]+")*)`, 'g');
const OUTSIDE = /\u00A7 ?\d|\b(?:architecture|decisions|specification), (?:rules? \d|traps? \d|")/gi;
const LINK = /\]\(\s*<?([^\s()<>]+)>?(?:\s+"[^"]*")?\s*\)/g;
const CODE_SPAN = /`[^`]+`/g;
const SOURCE_PATH = new RegExp(`(?<![\\w./-])(?:${folders})/[\\w./-]+`, 'g');

/**
 * @param files all files of the repository, paths from its root
 * @param exists whether a path from the root is there, as a file or folder
 * @returns `found`: a sentence for each citation that leads nowhere; `cited`: how many citations were followed
 */
export function check(files, exists) {
  const pages = new Map(
    files.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, headingsOf(text)]),
  );
  const results = files.flatMap(({ path, text }) => {
    const isMarkdown = path.endsWith('.md');
    const line = onOneLine(isMarkdown ? withoutFences(text) : text, isMarkdown);
    return [
      ...documents(line, pages),
      ...outside(line),
      ...(isMarkdown ? [...links(path, line, pages, exists), ...sourcePaths(line, exists)] : []),
    ].map((problem) => (problem === undefined ? undefined : `${path}: ${problem}`));
  });
  return { found: results.filter((problem) => problem !== undefined), cited: results.length };
}

function* documents(line, pages) {
  for (const [, path, headings] of line.matchAll(CITED)) {
    const page = pages.get(path);
    yield page ? undefined : `${path} is not there`;
    for (const [, heading] of page ? headings.matchAll(/"([^"]+)"/g) : [])
      yield page.titles.has(heading) ? undefined : `${path} has no heading "${heading}"`;
  }
}

function* outside(line) {
  for (const [cited] of line.matchAll(OUTSIDE)) yield `${cited} is a citation of a paper outside the repository`;
}

function* links(path, line, pages, exists) {
  for (const [, target] of line.matchAll(LINK)) {
    if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
    const [file, anchor] = target.split('#');
    const to = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
    if (!exists(to)) yield `the link ${target} leads nowhere`;
    else if (anchor && pages.has(to) && !pages.get(to).anchors.has(anchor)) yield `${to} has no anchor #${anchor}`;
    else yield undefined;
  }
}

/** Names of packages' exports have no extension and are no paths; what is built is not there before a build. */
function* sourcePaths(line, exists) {
  for (const [span] of line.matchAll(CODE_SPAN))
    for (const [path] of span.matchAll(SOURCE_PATH)) {
      const isPath = extname(path) !== '' || /\/src\/|^(?:docs|frontend|infra\/(?!verification\/test\/))/.test(path);
      const isOthers = path.endsWith('.md') || path.includes('/dist/');
      if (isPath && !isOthers) yield exists(path) ? undefined : `${path} is not there`;
    }
}

/** Titles as they are cited, anchors as GitHub makes them. */
function headingsOf(text) {
  const titles = [...withoutFences(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, title]) =>
    title.replaceAll(/`|\[([^\]]*)\]\([^)]*\)/g, '$1').trim(),
  );
  const seen = new Map();
  const anchors = titles.map((title) => {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
  return { titles: new Set(titles), anchors: new Set(anchors) };
}

const withoutFences = (text) => text.replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2.*$/gm, '');

/** A citation may be wrapped, in a comment behind its leader. Quotes of JSON count as quotes. */
const onOneLine = (text, isMarkdown) =>
  text
    .replaceAll(isMarkdown ? /\s*\n\s*/g : /\s*\n[ \t]*(?:\*(?!\/)|\/\/|#|--)?\s*/g, ' ')
    .replaceAll(String.raw`\"`, '"');

export function sources(folder = root) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sources(file);
    if (entry.name === 'package-lock.json') return [];
    if (!extensions.test(extname(entry.name)) && !withoutExtension.has(basename(file))) return [];
    return [{ path: relative(root, file), text: readFileSync(file, 'utf8') }];
  });
}

export const isThere = (path) => existsSync(join(root, path));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sources();
  const { found, cited } = check(files, isThere);
  for (const sentence of found) console.error(sentence);
  console.log(`${files.length} files, ${cited} citations, ${found.length} of them lead nowhere`);
  process.exit(found.length === 0 ? 0 : 1);
}
