/** Types faster than the page can react: all keys are sent before the page handles the first one. */
import type { CDPSession, Page } from 'playwright-core';
import { chunkOf } from './build-chunks.ts';

type Press = readonly [key: string, modifier?: 'alt' | 'control'];
const modifierBits = { alt: 1, control: 2 } as const;
const codes: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, Escape: 27 };

export const keysOf = (text: string): Press[] => [...text].map((key) => [key]);

function events([key, modifier]: Press) {
  const name = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key;
  const modifiers = modifier ? modifierBits[modifier] : 0;
  const shared = { key, code: name, modifiers, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) };
  const text = modifier ? undefined : key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
  const down =
    text === undefined ? { type: 'rawKeyDown' as const, ...shared } : { type: 'keyDown' as const, text, ...shared };
  return [down, { type: 'keyUp' as const, ...shared }];
}

export async function pressFast(session: CDPSession, keys: readonly Press[]): Promise<void> {
  await Promise.all(keys.flatMap(events).map((event) => session.send('Input.dispatchKeyEvent', event)));
}

/** Delays chunks (by their sources) and paths until the returned function is called. */
export async function delayResponses(
  page: Page,
  sources: readonly string[],
  paths: readonly string[] = [],
): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const chunks = await Promise.all(sources.map(async (source) => `**/${await chunkOf(source)}`));
  for (const address of [...chunks, ...paths]) {
    await page.route(address, async (route) => {
      await released;
      await route.continue();
    });
  }
  return release;
}
