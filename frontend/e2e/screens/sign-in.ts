/** Tests, to be called within a started demo hospital: signing in and out. */
import { describe, expect, test } from 'vitest';
import { expectAccessible, fits, signOut } from '../support/browser.ts';
import { mona, PASSWORD } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

export function signInTests(demo: Demo): void {
  const { openAs } = demo;

  describe('signing in and out', () => {
    test('on a slow network the login form accepts text before its scripts load, and keeps it', async () => {
      const { page, pageErrors } = await openAs();
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await released;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      const [email, password, logIn] = [
        page.getByLabel(/e-?mail/i),
        page.getByLabel(/^password/i),
        page.getByRole('button', { name: 'Log in', exact: true }),
      ];
      // The page is hidden until all of it is there.
      await email.waitFor();
      await email.pressSequentially(mona.email);
      await password.pressSequentially(PASSWORD.slice(0, 4));
      await page.keyboard.press('Enter');
      expect(await logIn.isDisabled()).toBe(true);
      expect(await fits(page)).toBe(true);
      expect(new URL(page.url()).search).toBe('');

      release();
      await expect.poll(() => logIn.isDisabled()).toBe(false);
      expect(await email.inputValue()).toBe(mona.email);
      await page.keyboard.type(PASSWORD.slice(4));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/teamlist');
      // A signed-in person is redirected from the landing page at once.
      await page.goto('/');
      await page.waitForURL('**/teamlist');
      await signOut(page);
      expect(pageErrors).toEqual([]);
    });

    test('a signed-out visitor who opens a chart signs in and then sees it', async () => {
      const { page } = await openAs();
      await page.goto(`/admissions/${demo.stay.admission}`);
      await page.getByLabel(/e-?mail/i).fill(mona.email);
      await page.getByLabel(/^password/i).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.waitForURL(`**/admissions/${demo.stay.admission}`);
      await page.locator('[data-review]').first().waitFor();
    });

    test('a wrong password shows an error and keeps the e-mail; a busy button keeps its name', async () => {
      const { page } = await openAs();
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/users/login', async (route) => {
        await released;
        await route.continue();
      });
      await page.goto('/');
      await page.getByLabel(/e-?mail/i).fill(mona.email);
      await page.getByLabel(/^password/i).fill('not-it');
      const logIn = page.getByRole('button', { name: 'Log in', exact: true });
      await logIn.click();
      await page.locator('button[data-loading]').waitFor();
      expect(await logIn.getAttribute('data-loading')).not.toBeNull();
      await expectAccessible(page);
      release();
      await page
        .getByRole('alert')
        .filter({ hasText: /invalid/i })
        .waitFor();
      expect(await page.getByLabel(/e-?mail/i).inputValue()).toBe(mona.email);
    });

    test('a person of another team does not see that the chart exists', async () => {
      const { page } = await openAs({ email: 'salma@demo.test' });
      await page.goto(`/admissions/${demo.stay.admission}`);
      await page.getByText('Looks like the page you were looking for is no longer here.').waitFor();
      expect(await page.locator('body').textContent()).not.toContain(demo.stay.patient.firstName);
    });

    test('signing out in one tab signs the other tab out', async () => {
      const { context, page } = await openAs(mona);
      await page.goto('/teamlist');
      const other = await context.newPage();
      await other.goto('/teamlist');
      await other
        .getByRole('link', { name: /Adult ICU/ })
        .first()
        .waitFor();
      await signOut(page);
      await other.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    });
  });
}
