/**
 * Tests, to be called within a started demo hospital: every place that shows rich text. The server's answers carry
 * hostile texts as they were sent, and the policy of the page is off: the browser's sanitiser alone holds them.
 */
import type { SignedIn } from 'language/contract/entities';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openContext, signIn, widths } from '../support/browser.ts';
import { admin, hany, mona, omar, PASSWORD } from '../support/demo-hospital.ts';
import type { Subjects } from './fields.ts';
import { harmful, published } from './hostile-texts.ts';
import { harmsInDocument, watch, type Harm } from './judge.ts';
import type { Demo } from '../support/demo.ts';

/**
 * The text that is stored, and the one that the browser gets instead. The first paragraph shows
 * that the place shows the text.
 */
const STORED = '<p>Placeholder of a hostile text</p>';
const SHOWN = 'Text that was hostile';
const hostile = (): string => `<p>${SHOWN}</p>${[...harmful.map(({ html }) => html), ...published].join('')}`;

const today = (): string => new Date().toISOString().slice(0, 10);

interface Place {
  readonly name: string;
  readonly path: (subjects: Subjects) => string;
  readonly who?: { readonly email: string };
  /** Opens what the page does not show at once. */
  readonly open?: (page: Page) => Promise<unknown>;
}
const places: readonly Place[] = [
  {
    name: 'the chart: details, review and entries',
    path: ({ admission, review }) => `/admissions/${admission}?review=${review}`,
  },
  {
    name: 'the notes of physicians',
    path: ({ admission }) => `/admissions/${admission}`,
    open: (page) => page.getByRole('tab', { name: /^Notes/ }).click(),
  },
  { name: "a patient's admissions", path: ({ patient }) => `/patient/${patient}` },
  {
    name: 'the handover',
    // The unfiltered list begins with older entries; how many the demo has depends on the date.
    path: ({ team, drug }) => `/handover/${team}?drug=${encodeURIComponent(drug.label)}`,
  },
  {
    name: 'the collected report, on paper as well',
    path: ({ team }) => `/reviewSearch/${team}?type=1&startDate=${today()}&endDate=2030-12-31`,
  },
  { name: 'the history of an entry', path: ({ entry }) => `/history/entries/${entry}` },
  { name: 'the chart as it was', path: ({ admission }) => `/history/admissions/${admission}` },
  { name: 'a team', path: ({ team }) => `/team/${team}` },
  { name: 'the settings of a team', path: ({ team }) => `/teamlist/${team}` },
  { name: "a colleague's profile", path: ({ monaId }) => `/user/${monaId}`, who: omar },
  { name: 'a public profile', path: ({ monaId }) => `/user/${monaId}`, who: admin },
  { name: 'the own profile', path: () => '/profile' },
  { name: 'a drug', path: ({ tradeLabel }) => `/drugs?tradeId=${tradeLabel}` },
  {
    name: 'a chart that a physician reads',
    path: ({ admission, review }) => `/admissions/${admission}?review=${review}`,
    who: hany,
  },
];

export function placeTests(demo: Demo, subjectsOf: () => Subjects): void {
  describe('with the sanitiser of the server and the policy of the page off', () => {
    const sessions = new Map<string, { context: BrowserContext; page: Page; harms: Harm[] }>();
    beforeAll(async () => {
      for (const { write } of subjectsOf().fields) await write(STORED);
    });

    /** A context whose answers carry the hostile texts, as a person. */
    async function hostileSession(email: string) {
      const found = sessions.get(email);
      if (found) return found;
      const context = await openContext(demo.browser, {
        baseURL: demo.url,
        viewport: widths.desktop,
        bypassCSP: true,
      });
      const harms = await watch(context, new URL(demo.url).origin);
      const page = await context.newPage();
      await signIn(page, email, PASSWORD);
      const text = JSON.stringify(hostile()).slice(1, -1);
      await context.route('**/api/**', async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        const response = await route.fetch();
        const body = await response.text();
        return route.fulfill({ response, body: body.replaceAll(STORED, () => text) });
      });
      const session = { context, page, harms };
      sessions.set(email, session);
      return session;
    }

    test.each(places)('$name', async ({ path, who = mona, open }) => {
      const { page, harms } = await hostileSession(who.email);
      await page.goto(path(subjectsOf()));
      await open?.(page);
      await page.getByText(SHOWN).first().waitFor({ state: 'attached' });
      expect(await harmsInDocument(page)).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      expect(await harmsInDocument(page)).toEqual([]);
      await page.emulateMedia({ media: 'screen' });
      expect(harms.splice(0)).toEqual([]);
    });

    test('the sheet of a review', async () => {
      const { page, harms } = await hostileSession(mona.email);
      const { admission, review } = subjectsOf();
      await page.goto(`/admissions/${admission}?review=${review}`);
      await page.evaluate(() => void Reflect.set(window, 'print', () => undefined));
      const item = page.locator(`[data-review="${review}"]`);
      await item.getByRole('button', { name: /print/i }).first().click();
      await page.locator('.print-sheet').getByText(SHOWN).first().waitFor({ state: 'attached' });
      expect(await harmsInDocument(page)).toEqual([]);
      expect(harms.splice(0)).toEqual([]);
    });

    test('an editor', async () => {
      const { page, harms } = await hostileSession(mona.email);
      await page.goto('/profile');
      await page.getByRole('textbox', { name: 'About' }).getByText(SHOWN).waitFor();
      expect(await harmsInDocument(page)).toEqual([]);
      expect(harms.splice(0)).toEqual([]);
    });
  });

  test('an exported table is a file of plain text', async () => {
    const [subjects, url] = [subjectsOf(), demo.url];
    const login = await fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: mona.email, password: PASSWORD }),
    });
    const { token } = (await login.json()) as SignedIn;
    const period = `startDate=${today()}&endDate=2030-12-31`;
    const path = `/api/reviews/export.csv?team=${subjects.team}&${period}`;
    const answer = await fetch(url + path, { headers: { authorization: `bearer ${token}` } });
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toMatch(/,Placeholder of a hostile text,/);
  });
}
