import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inlineHashes } from '../gateway/security-headers.ts';
import { writeLandingPages } from './landing-page.mjs';

const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_base.js'] },
  '_base.js': { file: 'assets/base.js' },
  '_field.js': { file: 'assets/field.js', imports: ['_base.js'] },
  ...Object.fromEntries(
    ['en/first', 'en/rest', 'ar/first', 'ar/rest'].map((part) => [
      `virtual:messages/${part}`,
      { file: `assets/${part.replace('/', '-')}.js`, src: `virtual:messages/${part}` },
    ]),
  ),
  ...Object.fromEntries(
    [400, 600].map((weight) => [`face-${weight}.woff2`, { file: `assets/face-arabic-${weight}.woff2` }]),
  ),
  'src/routes/account/landing.tsx': { file: 'assets/landing.js', imports: ['index.html', '_field.js', '_base.js'] },
};
const built = (main = '/assets/index-1.js') =>
  [
    '<html lang="en" dir="ltr"><head><script src="/theme.js"></script>',
    `<script type="module" crossorigin src="${main}"></script>`,
    '<link rel="modulepreload" crossorigin href="/assets/base.js"></head><body><div id="root"></div></body></html>',
  ].join('\n');

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'landing-page-'));
  await mkdir(join(dist, '.vite'));
  await writeFile(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'theme.js'), '// why\nchoose("$&");\n');
  await writeFile(join(dist, 'index.html'), built());
});
afterEach(() => rm(dist, { recursive: true, force: true }));
const english = (html: string) => [{ code: 'en', direction: 'ltr', html }] as const;
const page = (name: string) => readFile(join(dist, name), 'utf8');

const faces = [400, 600].map(
  (weight) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/face-arabic-${weight}.woff2">`,
);
const words = (code: string) =>
  ['first', 'rest'].map((part) => `<link rel="modulepreload" crossorigin href="/assets/${code}-${part}.js">`);

test('every other address gets the page as it was built, with its words and the script of the colours', async () => {
  writeLandingPages(dist, english('<h1>Log in</h1>'));
  const main = '<script type="module" crossorigin src="/assets/index-1.js"></script>';
  expect(await page('page.en.html')).toBe(
    built()
      .replace('<script src="/theme.js"></script>', () => '<script>choose("$&");</script>')
      .replace(main, [main, ...words('en'), ...faces].join('\n    ')),
  );
  expect((await readdir(dist)).sort()).toEqual(['.vite', 'index.en.html', 'page.en.html']);
});

test('each language has its pages, with its direction and its words alone', async () => {
  writeLandingPages(dist, [...english('<h1>Log in</h1>'), { code: 'ar', direction: 'rtl', html: '<h1>الدخول</h1>' }]);
  const arabic = await page('page.ar.html');
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  for (const link of words('ar')) expect(arabic).toContain(link);
  expect(arabic).not.toContain('/assets/en-');
  const landing = await page('index.ar.html');
  expect(landing).toContain('<html lang="ar" dir="rtl" class="early">');
  expect(landing).toContain('<h1>الدخول</h1>');
  expect(landing).toContain(words('ar')[0]);
  expect(landing).not.toContain(words('ar')[1]);
  for (const face of faces) expect(landing).toContain(face);
  expect(await page('index.en.html')).not.toContain('as="font"');
});

test('the landing page is hidden until it is complete; its scripts load at once and run after the paint', async () => {
  writeLandingPages(dist, english('<h1>Log in, $& and all</h1>'));
  const html = await page('index.en.html');
  expect(html).toContain('<html lang="en" dir="ltr" class="early">');
  expect(html).toContain('<div id="root"><h1>Log in, $& and all</h1></div><script>');
  expect(html).not.toContain('type="module"');
  expect(
    [...html.matchAll(/<link rel="modulepreload" crossorigin( data-main)? href="([^"]+)">/g)].map(
      ([, main = '', file]) => [file, main],
    ),
  ).toEqual([
    ['/assets/index-1.js', ' data-main'],
    ['/assets/en-first.js', ''],
    ['/assets/landing.js', ''],
    ['/assets/field.js', ''],
    ['/assets/base.js', ''],
  ]);
});

test('the policy of one build allows the scripts of the next', async () => {
  writeLandingPages(dist, english('<h1>One</h1>'));
  const before = inlineHashes(await page('index.en.html'), 'script');
  await writeFile(join(dist, 'theme.js'), '// why\nchoose("$&");\n');
  await writeFile(join(dist, 'index.html'), built('/assets/index-2.js'));
  writeLandingPages(dist, english('<h1>Two</h1>'));
  expect(inlineHashes(await page('index.en.html'), 'script')).toEqual(before);
  expect(before).toHaveLength(2);
});

test('a page that is built otherwise is not passed on in halves', async () => {
  await writeFile(join(dist, 'index.html'), '<html lang="en" dir="ltr"></html>');
  expect(() => writeLandingPages(dist, english(''))).toThrow('The built page has no <script src="/theme.js">');
});
