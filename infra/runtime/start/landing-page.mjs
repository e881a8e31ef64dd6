/**
 * Makes two pages for each language from the one that Vite builds: `page.<code>.html` for all addresses except `/`, and
 * `index.<code>.html` for `/`. The latter has the prerendered landing page and preloads its scripts. All preload the
 * words of their language, and have inline what would cost one more request before the
 * first paint: the script that chooses the colours, and the styles (the faces of the fonts).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from './chunks.mjs';

const LANDING = 'src/routes/account/landing.tsx';
const ROOT = '<div id="root"></div>';
const THEME = '<script src="/theme.js"></script>';
const STYLES = /<link rel="stylesheet" crossorigin href="([^"]+)">/g;
const MAIN = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

const HTML = '<html lang="en" dir="ltr">';
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
 * @param landingPages the landing page in each language: code, direction, HTML
 * @throws Error when the page that Vite built lacks an expected part
 */
export function writeLandingPages(dist, landingPages) {
  const theme = readFileSync(join(dist, 'theme.js'), 'utf8')
    .replace(/^\/\/.*\n/gm, '')
    .trim();
  const built = readFileSync(join(dist, 'index.html'), 'utf8').replace(
    STYLES,
    (_, file) => `<style>${readFileSync(join(dist, file), 'utf8').trim()}</style>`,
  );
  const page = replacePart(built, THEME, `<script>${theme}</script>`);
  const [script, main = ''] = MAIN.exec(page) ?? [];
  if (script === undefined) throw new Error('The built page has no script');
  const preload = (file, mark = '') => `<link rel="modulepreload" crossorigin${mark} href="${file}">`;
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const others = [...needs(manifest, LANDING)]
    .map((name) => `/${manifest[name].file}`)
    .filter((file) => !page.includes(file));
  for (const { code, direction, html } of landingPages) {
    // Hidden until it is complete: parts that arrive late would move the others.
    const tag = (early) => `<html lang="${code}" dir="${direction}"${early}>`;
    const [first, rest] = ['first', 'rest'].map((part) => preload(wordsFile(manifest, code, part)));
    const early = replacePart(page, HTML, tag(' class="early"')).replace(script, () =>
      [
        preload(main, ' data-main'),
        first,
        ...(direction === 'rtl' ? fonts(manifest) : []),
        ...others.map((file) => preload(file)),
        HIDDEN,
      ].join('\n    '),
    );
    writeFileSync(
      join(dist, `index.${code}.html`),
      replacePart(early, ROOT, `<div id="root">${html}</div>${SHOW_AND_START}`),
    );
    writeFileSync(
      join(dist, `page.${code}.html`),
      replacePart(page, HTML, tag('')).replace(script, () => [script, first, rest, ...fonts(manifest)].join('\n    ')),
    );
  }
  rmSync(join(dist, 'index.html'));
  rmSync(join(dist, 'theme.js'));
}

/** The file with the words of a language (`messages-plugin.ts` of the frontend). */
function wordsFile(manifest, code, part) {
  const chunk = Object.values(manifest).find(({ src }) => src?.endsWith(`virtual:messages/${code}/${part}`));
  if (!chunk) throw new Error(`The build has no words of ${code}, ${part}`);
  return `/${chunk.file}`;
}

/** The faces of the Arabic letters, which patients' names need on each page. One that comes late is not shown (`fonts.css`). */
const fonts = (manifest) =>
  Object.values(manifest)
    .filter(({ file }) => /arabic-(?:400|600)[^/]*\.woff2$/.test(file))
    .map(({ file }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`);

function replacePart(html, part, by) {
  if (!html.includes(part)) throw new Error(`The built page has no ${part}`);
  return html.replace(part, () => by);
}
