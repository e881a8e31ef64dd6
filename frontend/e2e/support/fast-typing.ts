/** Keys as fast as they come: all of them are on their way to the page before the first is answered. */
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';

type Press = readonly [key: string, modifier?: 'alt' | 'control'];
const modifierBits = { alt: 1, control: 2 } as const;
const codes: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, Escape: 27 };

export const typed = (text: string): Press[] => [...text].map((key) => [key]);

function events([key, modifier]: Press) {
  const name = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key;
  const modifiers = modifier ? modifierBits[modifier] : 0;
  const shared = { key, code: name, modifiers, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) };
  const text = modifier ? undefined : key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
  const down =
    text === undefined ? { type: 'rawKeyDown' as const, ...shared } : { type: 'keyDown' as const, text, ...shared };
  return [down, { type: 'keyUp' as const, ...shared }];
}

export async function burst(session: CDPSession, keys: readonly Press[]): Promise<void> {
  await Promise.all(keys.flatMap(events).map((event) => session.send('Input.dispatchKeyEvent', event)));
}

const MANIFEST = new URL('../../dist/.vite/manifest.json', import.meta.url);

/** Keeps chunks (by their sources) and paths from coming until the returned function is called. */
export async function keepBack(
  page: Page,
  sources: readonly string[],
  paths: readonly string[] = [],
): Promise<() => void> {
  const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Record<string, { file: string }>;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const chunks = sources.map((source) => {
    const file = manifest[source]?.file;
    if (file === undefined) throw new Error(`${source} is no chunk`);
    return `**/${file}`;
  });
  for (const address of [...chunks, ...paths]) {
    await page.route(address, async (route) => {
      await opened;
      await route.continue();
    });
  }
  return open;
}
