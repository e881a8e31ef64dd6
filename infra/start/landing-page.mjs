/**
 * Two pages from the one that Vite builds: `page.html` for every address, and `index.html`, which is for `/` alone,
 * with the landing page in it as HTML, and with the names of its own scripts, which otherwise only the first script
 * would know. Both bring the script that chooses the colours before the first paint in themselves: as a file it would
 * be one way to the server more.
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
/** Shown as a whole: halves of it would move each other while they come. */
const EARLY = '<html lang="en" dir="ltr" class="early">';
const HIDDEN = '<style>.early #root { visibility: hidden }</style>';

/**
 * Whoever is signed in (the frontend's `stored-session.ts` keeps that under the key that is read here) does not see the
 * page for a moment. It is painted before its scripts are run, which takes a slow tablet a second. No file is named in
 * here, so that the policy that allows this script outlives a new build.
 */
const SHOW_AND_START = `<script>(function () {
  var session = null;
  try { session = localStorage.getItem('session'); } catch (refused) { /* storage is closed to us: nobody is signed in */ }
  if (!session) document.documentElement.classList.remove('early');
  function start() { import(document.querySelector('link[data-main]').href); }
  if (document.hidden) start();
  else requestAnimationFrame(function () { setTimeout(start); });
})();</script>`;

/**
 * @param dist the folder of the built frontend
 * @param landing the landing page's HTML
 * @throws Error when the page that Vite built is not as it is known here
 */
export function layLandingPage(dist, landing) {
  const theme = readFileSync(join(dist, 'theme.js'), 'utf8')
    .replace(/^\/\/.*\n/gm, '')
    .trim();
  const page = replaced(readFileSync(join(dist, 'index.html'), 'utf8'), THEME, `<script>${theme}</script>`);
  const [script, main = ''] = MAIN.exec(page) ?? [];
  if (script === undefined) throw new Error('The built page has no script');
  const preload = (file, mark = '') => `<link rel="modulepreload" crossorigin${mark} href="${file}">`;
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const others = [...needs(manifest, LANDING)]
    .map((name) => `/${manifest[name].file}`)
    .filter((file) => !page.includes(file));
  const early = replaced(page, HTML, EARLY).replace(script, () =>
    [preload(main, ' data-main'), ...others.map((file) => preload(file)), HIDDEN].join('\n    '),
  );
  writeFileSync(join(dist, 'page.html'), page);
  writeFileSync(join(dist, 'index.html'), replaced(early, ROOT, `<div id="root">${landing}</div>${SHOW_AND_START}`));
  rmSync(join(dist, 'theme.js'));
}

function replaced(html, part, by) {
  if (!html.includes(part)) throw new Error(`The built page has no ${part}`);
  return html.replace(part, () => by);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , dist = '', prerendered = ''] = process.argv;
  const { landingPage } = await import(pathToFileURL(prerendered).href);
  layLandingPage(dist, landingPage());
  // The modules of a page listen for as long as it is open.
  process.exit();
}
