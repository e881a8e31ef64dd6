/**
 * Holds what a browser has to load: `node infra/checks/budgets.mjs` reads the production build (`npm run build` first)
 * and prints, gzipped, what each screen brings; it fails above a budget. What was loaded before does not count again:
 * the landing page first, then the frame around the screens that show data, then a screen; an admission, which is open
 * all day, also as a whole, with what the shell loads a moment later. The editor and the drawing of charts come when
 * they are wanted, and are counted alone.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { needs } from '../start/chunks.mjs';

/** Kilobytes of 1000 bytes, as Vite prints them. */
export const budgets = { first: 200, frame: 64, screen: 80, admission: 330, editor: 75, chart: 165, styles: 10 };
const ENTRY = 'index.html';
const LANDING = 'src/routes/account/landing.tsx';
const FRAME = 'src/app/frame.tsx';
const ADMISSION = 'src/routes/admission/admission.tsx';
const SHELL = ['src/app/live-badge.tsx', 'src/components/toasts/toast-host.tsx'];
const parts = {
  editor: 'src/components/rich-text/rich-text-editor.tsx',
  chart: 'src/components/bar-chart/bar-chart-drawing.tsx',
};

/**
 * @param manifest Vite's: chunk by name, `imports` the chunks that a chunk cannot run without
 * @param sizeOf bytes of a file, compressed
 * @returns what is weighed, its kilobytes and its budget
 */
export function weigh(manifest, sizeOf) {
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
    {
      what: 'styles, all of them',
      kilobytes: [...styles].reduce((sum, file) => sum + sizeOf(file), 0) / 1000,
      budget: budgets.styles,
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(dirname(fileURLToPath(import.meta.url)), '../../frontend/dist');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
    return sizes.get(file);
  };
  const weighed = weigh(manifest, sizeOf);
  for (const { what, kilobytes, budget } of weighed)
    console.log(
      `${kilobytes.toFixed(1).padStart(7)} KB of ${String(budget).padStart(3)}  ${what}${kilobytes > budget ? '  ABOVE BUDGET' : ''}`,
    );
  process.exit(weighed.every(({ kilobytes, budget }) => kilobytes <= budget) ? 0 : 1);
}
