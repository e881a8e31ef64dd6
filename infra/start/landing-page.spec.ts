import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inlineHashes } from '../gateway/security-headers.ts';
import { writeLandingPage } from './landing-page.mjs';

const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_base.js'] },
  '_base.js': { file: 'assets/base.js' },
  '_field.js': { file: 'assets/field.js', imports: ['_base.js'] },
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
const page = (name: string) => readFile(join(dist, name), 'utf8');

test('every other address gets the page as it was built, with the script of the colours in itself', async () => {
  writeLandingPage(dist, '<h1>Log in</h1>');
  expect(await page('page.html')).toBe(
    built().replace('<script src="/theme.js"></script>', () => '<script>choose("$&");</script>'),
  );
  expect((await readdir(dist)).sort()).toEqual(['.vite', 'index.html', 'page.html']);
});

test('the landing page is hidden until it is complete; its scripts load at once and run after the paint', async () => {
  writeLandingPage(dist, '<h1>Log in, $& and all</h1>');
  const html = await page('index.html');
  expect(html).toContain('<html lang="en" dir="ltr" class="early">');
  expect(html).toContain('<div id="root"><h1>Log in, $& and all</h1></div><script>');
  expect(html).not.toContain('type="module"');
  expect(
    [...html.matchAll(/<link rel="modulepreload" crossorigin( data-main)? href="([^"]+)">/g)].map(
      ([, main = '', file]) => [file, main],
    ),
  ).toEqual([
    ['/assets/index-1.js', ' data-main'],
    ['/assets/landing.js', ''],
    ['/assets/field.js', ''],
    ['/assets/base.js', ''],
  ]);
});

test('the policy of one build allows the scripts of the next', async () => {
  writeLandingPage(dist, '<h1>One</h1>');
  const before = inlineHashes(await page('index.html'), 'script');
  await writeFile(join(dist, 'theme.js'), '// why\nchoose("$&");\n');
  await writeFile(join(dist, 'index.html'), built('/assets/index-2.js'));
  writeLandingPage(dist, '<h1>Two</h1>');
  expect(inlineHashes(await page('index.html'), 'script')).toEqual(before);
  expect(before).toHaveLength(2);
});

test('a page that is built otherwise is not passed on in halves', async () => {
  await writeFile(join(dist, 'index.html'), '<html lang="en" dir="ltr"></html>');
  expect(() => writeLandingPage(dist, '')).toThrow('The built page has no <script src="/theme.js">');
});
