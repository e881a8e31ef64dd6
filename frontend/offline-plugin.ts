/**
 * Writes what a device needs without a network: the service worker with the list of the files of this build
 * (`offline-worker.js`), and a manifest in each language, with which the product can be installed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { paths } from './src/platform/paths.ts';

const FOLDER = import.meta.dirname;
const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export function manifestOf(words: Readonly<Record<string, string>>, code: string) {
  return {
    id: paths.home.href(),
    name: words['app.product'],
    short_name: words['app.product'],
    lang: code,
    dir: words['language.direction'],
    start_url: paths.home.href(),
    scope: '/',
    display: 'standalone',
    background_color: '#fbf9f5',
    theme_color: '#0d5357',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
    shortcuts: [
      { name: words['app.ward'], url: paths.lastTeam.href('ward') },
      { name: words['app.handover'], url: paths.lastTeam.href('handover') },
    ],
  };
}

/** @param assets the names of the built files */
export function workerOf(assets: readonly string[]): string {
  const files = assets.filter((name) => /^assets\/.*\.(js|css|woff2)$/.test(name)).sort();
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
  const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
  const list = JSON.stringify(files.map((name) => `/${name}`));
  return `const VERSION = '${version}';\nconst FILES = ${list};\n${read('offline-worker.js')}\n${read('public/push-worker.js').replace(/^self\.addEventListener\('install'.*\n/m, '')}`;
}

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    generateBundle(_, bundle) {
      this.emitFile({ type: 'asset', fileName: 'offline-worker.js', source: workerOf(Object.keys(bundle)) });
      for (const file of readdirSync(join(FOLDER, 'locales'))) {
        const code = file.replace('.json', '');
        const words = JSON.parse(readFileSync(join(FOLDER, 'locales', file), 'utf8')) as Record<string, string>;
        const source = JSON.stringify(manifestOf(words, code));
        this.emitFile({ type: 'asset', fileName: `manifest.${code}.webmanifest`, source });
      }
    },
  };
}
