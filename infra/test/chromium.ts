/** The browser of the browser tests and of the bench of the screens. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { environmentWithFonts } from './fonts.ts';

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const withoutFeatures = [
  // The list under the address bar is a page of its own, drawn for each window though nobody sees it: it took more than
  // an empty window does.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // What Playwright switches off, since ours stands in the place of its own.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * With the fonts of the machine, or those below the folders of TEST_FONTS.
 * @throws Error when no Chromium is there: a test that did not run is no test.
 */
export function openBrowser(): Promise<Browser> {
  const executablePath = candidates.find((candidate) => candidate !== undefined && existsSync(candidate));
  if (!executablePath) throw new Error('No Chromium found: install the package "chromium" or set CHROMIUM_PATH');
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...environmentWithFonts(process.env['TEST_FONTS'] ?? '') },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${withoutFeatures.join(',')}`,
    ],
  });
}
