/**
 * Makes two pages from the one that Vite builds: `page.html` for all addresses except `/`, and `index.html` for `/`.
 * `index.html` has the prerendered landing page and preloads its scripts. Both have the script that chooses the colours
 * before the first paint inline: as a file it would cost one more request.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { needs } from './chunks.mjs';

const LANDING = 'src/routes/account/landing.tsx';
const ROOT = '<div id="root"></div>';
const THEME = '<script src="/theme.js"></script>';
const MAIN = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

const HTML = '<html lang="en" dir="ltr">';
/** Hidden until it is complete: parts that arrive late would move the others. */
const EARLY = '<html lang="en" dir="ltr" class="early">';
const HIDDEN = '<style>.early #root { visibility: hidden }</style>';

/**
 * A signed-in person does not see the landing page (`stored-session.ts` of the frontend writes the key that is read
 * here). The page is painted before its scripts run, which takes a second on a slow tablet. The script names no file,
 * so that the content security policy that allows it is the same for each build.
 */
const SHOW_AND_START = `<script>(function () {
  var session = null;
  try { session = localStorage.getItem('session'); } catch (refused) { /* storage is blocked: no one is signed in */ }
  if (!session) document.documentElement.classList.remove('early');
  function start() { import(document.querySelector('link[data-main]').href); }
  if (document.hidden) start();
  else requestAnimationFrame(function () { setTimeout(start); });
})();</script>`;

/**
 * @param dist the folder of the built frontend
 * @param landing the landing page's HTML
 * @throws Error when the page that Vite built lacks an expected part
 */
export function writeLandingPage(dist, landing) {
  const theme = readFileSync(join(dist, 'theme.js'), 'utf8')
    .replace(/^\/\/.*\n/gm, '')
    .trim();
  const page = replacePart(readFileSync(join(dist, 'index.html'), 'utf8'), THEME, `<script>${theme}</script>`);
  const [script, main = ''] = MAIN.exec(page) ?? [];
  if (script === undefined) throw new Error('The built page has no script');
  const preload = (file, mark = '') => `<link rel="modulepreload" crossorigin${mark} href="${file}">`;
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const others = [...needs(manifest, LANDING)]
    .map((name) => `/${manifest[name].file}`)
    .filter((file) => !page.includes(file));
  const early = replacePart(page, HTML, EARLY).replace(script, () =>
    [preload(main, ' data-main'), ...others.map((file) => preload(file)), HIDDEN].join('\n    '),
  );
  writeFileSync(join(dist, 'page.html'), page);
  writeFileSync(join(dist, 'index.html'), replacePart(early, ROOT, `<div id="root">${landing}</div>${SHOW_AND_START}`));
  rmSync(join(dist, 'theme.js'));
}

function replacePart(html, part, by) {
  if (!html.includes(part)) throw new Error(`The built page has no ${part}`);
  return html.replace(part, () => by);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , dist = '', prerendered = ''] = process.argv;
  const { landingPage } = await import(pathToFileURL(prerendered).href);
  writeLandingPage(dist, landingPage());
  // The modules of the page keep timers and listeners.
  process.exit();
}
