/** Tests, to be called within a started demo hospital: long journeys through many screens. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/browser.ts';
import { hany, mailedLink, omar } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
};

async function addMember(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email of a registered user').fill(email);
  await page.getByRole('button', { name: 'Add member' }).click();
  const toast = page
    .locator('[data-scope=toast][data-part=root][data-state=open]', { hasText: 'Member added' })
    .first();
  // A press at its centre goes through it; it slides in.
  await expect
    .poll(() =>
      toast.evaluate((shown) => {
        const { left, top, width, height } = shown.getBoundingClientRect();
        const below = document.elementFromPoint(left + width / 2, top + height / 2);
        return below !== null && !shown.contains(below);
      }),
    )
    .toBe(true);
}

export function userJourneyTests(demo: Demo): void {
  const { openAs } = demo;

  test('a pharmacist signs up, creates a team, and adds members with their roles', async () => {
    const { page, pageErrors } = await openAs();
    await page.goto('/register');
    await page.getByLabel('First name').fill('Rana');
    await page.getByLabel('Last name').fill('عبد العزيز');
    await page.getByLabel(/e-?mail/i).fill('rana@demo.test');
    await page.getByLabel(/phone/i).fill('٠١٠٠١٢٣٤٥٩٩');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Rana-pass-1');
    await page.getByLabel(/confirm/i).fill('Rana-pass-1');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('**/teamlist');

    const strip = page.getByRole('button', { name: 'CREATE NEW TEAM' });
    await strip.click();
    const [stripBox, labelBox] = [await boxOf(strip), await boxOf(page.locator('label', { hasText: 'Team Name' }))];
    expect(labelBox.y - stripBox.y - stripBox.height).toBeGreaterThan(8);
    await page.getByLabel('Team Name').fill('CCU');
    await page.getByLabel('Specialty').selectOption({ label: 'CCU' });
    await page.getByRole('button', { name: 'Create Team' }).click();
    await page.waitForURL('**/team/*');
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    for (const { email } of [hany, omar]) await addMember(page, email);
    const role = page.getByRole('group', { name: `Role of ${hany.name}` });
    await role.getByRole('radio', { name: 'Physician' }).click();
    await role.getByRole('radio', { name: 'Physician', checked: true }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('a person changes their details, publishes a recommendation and resets a forgotten password', async () => {
    const tarek = await openAs({ email: 'tarek@demo.test' });
    await tarek.page.goto('/profile');
    await tarek.page.getByLabel('Title').fill('Senior Clinical Pharmacist');
    await tarek.page.getByRole('button', { name: 'Save' }).click();
    await tarek.page.getByText('Your details are updated').waitFor();
    const address = (await tarek.page.getByRole('link', { name: /^\/user\// }).getAttribute('href')) ?? '';

    const colleague = await openAs(omar);
    await colleague.page.goto(address);
    await colleague.page.getByText('Senior Clinical Pharmacist').waitFor();
    await colleague.page
      .getByRole('textbox', { name: 'Your recommendation' })
      .fill('Never misses an interaction. يعتمد عليه');
    await colleague.page.getByRole('button', { name: 'Submit' }).click();
    await colleague.page.getByText('You have recommended Tarek Nabil').waitFor();

    const visitor = await openAs();
    await visitor.page.goto(address);
    await visitor.page.getByRole('link', { name: 'Log in to add recommendation' }).waitFor();
    expect(await visitor.page.getByText('Never misses an interaction').count()).toBe(0);
    await tarek.page.reload();
    await tarek.page.getByRole('button', { name: /^Publish.*Omar Shaker/ }).click();
    await tarek.page.getByRole('button', { name: /^Hide.*Omar Shaker/ }).waitFor();
    await expectAccessible(tarek.page);
    await visitor.page.reload();
    await visitor.page.getByText('Never misses an interaction').waitFor();

    await visitor.page.goto('/');
    await visitor.page.getByRole('link', { name: 'Forgotten password?' }).click();
    // The login form has a field with the same name.
    await visitor.page.getByRole('button', { name: 'Send me a link' }).waitFor();
    await visitor.page.getByLabel('Email').fill('tarek@demo.test');
    await visitor.page.getByRole('button', { name: 'Send me a link' }).click();
    await visitor.page.getByRole('status').getByText('a link to set a new password is on its way').waitFor();
    const link = (): Promise<string> => mailedLink(demo.product.dataDir, 'tarek@demo.test', '/reset-password');
    await expect.poll(link).not.toBe('');
    await visitor.page.goto(await link());
    await visitor.page.getByRole('textbox', { name: 'New password', exact: true }).fill('Tarek-pass-2');
    await visitor.page.getByLabel('Confirm password').fill('Tarek-pass-2');
    await visitor.page.getByRole('button', { name: 'Set password' }).click();
    await visitor.page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
    await visitor.page.getByLabel('Email').fill('tarek@demo.test');
    await visitor.page.getByLabel(/^password/i).fill('Tarek-pass-2');
    await visitor.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await visitor.page.waitForURL('**/teamlist');
    // The new password ends all other sessions.
    await tarek.page.waitForURL(/returnFrom=%2Fprofile/);
    expect([...tarek.pageErrors, ...colleague.pageErrors, ...visitor.pageErrors]).toEqual([]);
  });
}
