/**
 * The budgets of what a browser loads. `npm run check:budgets` reads the production build (run `npm run build` before),
 * prints the gzipped size of each screen, and fails above a budget. Chunks that are loaded already do not count again:
 * first the landing page, then the frame of the screens with data, then a screen. An admission is open all day, so it
 * is also counted as a whole, with the parts that the shell loads later. The editor and the drawing of charts are
 * loaded with their first use and counted by themselves.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { needs } from '../../runtime/start/chunks.mjs';

/** Kilobytes of 1,000 bytes, as in Vite's output. */
export const budgets = {
  first: 213,
  frame: 64,
  screen: 110,
  admission: 385,
  editor: 75,
  chart: 165,
  words: 85,
  styles: 10,
};
const ENTRY = 'index.html';
const LANDING = 'src/routes/account/landing.tsx';
const FRAME = 'src/app/frame.tsx';
const ADMISSION = 'src/routes/admission/admission.tsx';
const SHELL = ['src/app/live-badge.tsx', 'src/components/toasts/toast-host.tsx'];
/** The words of a language, in two parts (`messages-plugin.ts` of the frontend). A page loads those of one language. */
const WORDS = /^.*virtual:messages\//;
const parts = {
  editor: 'src/components/rich-text/rich-text-editor.tsx',
  chart: 'src/components/bar-chart/bar-chart-drawing.tsx',
};

/**
 * @param manifest Vite's manifest: chunks by name, each with the chunks that it imports
 * @param sizeOf the compressed bytes of a file
 * @returns each measured part with its kilobytes and its budget
 */
export function measure(manifest, sizeOf) {
  const beyond = (name, ...before) =>
    [...needs(manifest, name)].filter((chunk) => !before.some((held) => held.has(chunk)));
  const kilobytes = (chunks) => [...chunks].reduce((sum, chunk) => sum + sizeOf(manifest[chunk].file), 0) / 1000;

  const first = new Set([...needs(manifest, ENTRY), ...needs(manifest, LANDING)]);
  const entry = needs(manifest, ENTRY);
  const frame = new Set([...entry, ...needs(manifest, FRAME)]);
  const routes = (manifest[ENTRY]?.dynamicImports ?? [])
    .filter((name) => name.startsWith('src/routes/') && name !== LANDING)
    .sort();
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
  return [
    { what: 'first load: entry and login', kilobytes: kilobytes(first), budget: budgets.first },
    { what: 'frame of the screens with data', kilobytes: kilobytes(beyond(FRAME, first)), budget: budgets.frame },
    ...routes.map((name) => ({
      what: `screen ${basename(name, '.tsx')}`,
      kilobytes: kilobytes(beyond(name, first, frame)),
      budget: budgets.screen,
    })),
    {
      what: 'an admission as it opens, all of it',
      kilobytes: kilobytes(
        new Set([...frame, ...needs(manifest, ADMISSION), ...SHELL.flatMap((name) => [...needs(manifest, name)])]),
      ),
      budget: budgets.admission,
    },
    ...Object.entries(parts).map(([part, name]) => ({
      what: part,
      kilobytes: kilobytes(beyond(name, first, frame)),
      budget: budgets[part],
    })),
    ...Object.entries(manifest)
      .filter(([, { src = '' }]) => WORDS.test(src))
      .map(([, { src, file }]) => ({
        what: `words ${src.replace(WORDS, '')}`,
        kilobytes: sizeOf(file) / 1000,
        budget: budgets.words,
      })),
    {
      what: 'styles, all of them',
      kilobytes: [...styles].reduce((sum, file) => sum + sizeOf(file), 0) / 1000,
      budget: budgets.styles,
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(dirname(fileURLToPath(import.meta.url)), '../../../frontend/dist');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
    return sizes.get(file);
  };
  const measured = measure(manifest, sizeOf);
  for (const { what, kilobytes, budget } of measured)
    console.log(
      `${kilobytes.toFixed(1).padStart(7)} KB of ${String(budget).padStart(3)}  ${what}` +
        (kilobytes > budget ? '  ABOVE BUDGET' : ''),
    );
  process.exit(measured.every(({ kilobytes, budget }) => kilobytes <= budget) ? 0 : 1);
}
