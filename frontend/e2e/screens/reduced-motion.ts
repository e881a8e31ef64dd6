/** Test, to be called within a started demo hospital: the screens of a person who asks for less motion. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { setTheme } from '../support/browser.ts';
import { openChart } from '../support/chart-page.ts';
import { mona } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

/** The transitions that begin until the page has drawn the other theme. */
async function transitionsOf(page: Page, theme: 'light' | 'dark'): Promise<number> {
  await page.evaluate(() => {
    const begun = new Set<Event>();
    Reflect.set(window, 'begun', begun);
    document.addEventListener('transitionrun', (event) => begun.add(event));
  });
  await setTheme(page, theme);
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return (Reflect.get(window, 'begun') as Set<Event>).size;
  });
}

export function reducedMotionTests(demo: Demo): void {
  // A transition of each property of each element took up to 0.8 s for a screen of 1,100 elements.
  test('a change of theme begins no transition for a person who asks for less motion', async () => {
    const { stay } = demo;
    const { page } = await demo.openAs(mona);
    onTestFinished(() => page.emulateMedia({ reducedMotion: 'reduce' }));
    await openChart(page, stay.admission);
    expect(await transitionsOf(page, 'dark')).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await transitionsOf(page, 'light')).toBeGreaterThan(0);
  });
}
