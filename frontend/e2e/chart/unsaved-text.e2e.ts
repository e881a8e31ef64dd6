import type { SignedIn } from 'language/contract/entities';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, screenshot, signOut } from '../support/browser.ts';
import { entries, fillMedication, openChart, review, expand, createReview } from '../support/chart-page.ts';
import { mona, omar, PASSWORD } from '../support/demo-hospital.ts';
import { runDemo } from '../support/demo.ts';

const demo = runDemo();

/** Ends the session outside of the page, as a password change does. */
async function endSession(page: Page): Promise<void> {
  const stored = (await page.evaluate(() => localStorage.getItem('session'))) ?? '{}';
  const { token } = JSON.parse(stored) as Pick<SignedIn, 'token'>;
  await fetch(new URL('/api/users/logout', demo.url), {
    method: 'POST',
    headers: { authorization: `bearer ${token}` },
  });
}

async function logInOverPage(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('after a session ends during an entry, the person logs in over the page and saves once', async () => {
  const { page, pageErrors } = await demo.openAs(mona);
  await openChart(page, demo.stayAt(0).admission);
  const id = await createReview(page, 'Before the session ended.');
  await createReview(page, 'A newer one, so that the first is closed on the next look.');
  await expand(page, id);
  await review(page, id)
    .getByRole('button', { name: /ADD MEDICATION/ })
    .click();
  const form = review(page, id).getByRole('form', { name: 'New medication' });
  await fillMedication(page, form, {
    drug: 'Meronem',
    type: 'Renal dose adjustment',
    severity: 'd',
    response: '1',
    note: 'typed in the last moment',
  });
  await endSession(page);

  await logInOverPage(page, mona.email);
  await form.getByRole('textbox', { name: 'Note' }).press('End');
  await page.keyboard.type(', and after it');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  expect(await entries(page, id).filter({ hasText: 'typed in the last moment, and after it' }).count()).toBe(1);
  expect(pageErrors).toEqual([]);
});

test('another person who logs in over the page sees neither the page nor the typed text', async () => {
  const { page, pageErrors } = await demo.openAs(mona);
  await openChart(page, demo.stayAt(0).admission);
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  await page
    .getByRole('form', { name: 'New review' })
    .getByRole('textbox', { name: 'Clinical notes' })
    .fill('For this person only');
  // The draft is stored before the session ends.
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(sessionStorage).some((name) => name.startsWith('draft:') && name.includes('/admission/')),
      ),
    )
    .toBe(true);
  await endSession(page);
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await expectAccessible(page);
  await screenshot(page, 'session-ended');
  await logInOverPage(page, omar.email);
  await page.waitForURL('**/teamlist');
  await page.getByRole('button', { name: `Account of ${omar.name}` }).waitFor();
  await openChart(page, demo.stayAt(0).admission);
  expect(await page.getByText(/For this person only|Draft of/).count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

test('logging out asks before it discards unsaved text; after Stay the form is unchanged', async () => {
  const { page, pageErrors } = await demo.openAs(mona);
  await openChart(page, demo.stayAt(1).admission);
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  await page
    .getByRole('form', { name: 'New review' })
    .getByRole('textbox', { name: 'Clinical notes' })
    .fill('Half a sentence');
  await signOut(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByText('Half a sentence').waitFor();

  await signOut(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard and leave' }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')))).toEqual(
    [],
  );
  expect(pageErrors).toEqual([]);
});
