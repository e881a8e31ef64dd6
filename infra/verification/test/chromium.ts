/** Chromium for the browser tests and for the benchmark of the screens. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { environmentWithFonts } from './fonts.ts';

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
];

const withoutFeatures = [
  // The suggestions of the address bar are a page of their own in each window. It costs more than an empty window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // The features that Playwright disables. This option replaces Playwright's own.
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
 * Starts Chromium with the fonts of the machine, or with those below the folders of TEST_FONTS.
 * @param isMeasured whether its times are figures of a benchmark, so that it has to run as people's browsers do
 * @throws Error if there is no Chromium: a test that did not run must not pass
 */
export const openBrowser = ({ isMeasured = false } = {}): Promise<Browser> =>
  chromium.launch(launchOptions(isMeasured));

/**
 * Starts Chromium with a profile in a folder, as people have it. The contexts of `openBrowser` are private windows, which
 * cannot subscribe to pushes.
 */
export function openProfile(
  folder: string,
  { args, ...options }: BrowserContextOptions & { readonly args: readonly string[] },
): Promise<BrowserContext> {
  const launch = launchOptions(false);
  return chromium.launchPersistentContext(folder, { ...options, ...launch, args: [...launch.args, ...args] });
}

function launchOptions(isMeasured: boolean) {
  const executablePath = candidates.find((candidate) => candidate !== undefined && existsSync(candidate));
  if (!executablePath) throw new Error('No Chromium found: install the package "chromium" or set CHROMIUM_PATH');
  return {
    executablePath,
    env: { ...process.env, ...environmentWithFonts(process.env['TEST_FONTS'] ?? '') },
    args: [
      '--no-sandbox',
      // A page of a test lives for seconds: optimising its code costs a tenth of the renderers' time, and wins nothing.
      ...(isMeasured ? [] : ['--js-flags=--no-opt']),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${withoutFeatures.join(',')}`,
    ],
  };
}
