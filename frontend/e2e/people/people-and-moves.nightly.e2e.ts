/** People come and go, patients move, and mistakes are put right: each with the two people whom it takes. */
import type { Review, Team } from 'language/contract/entities';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, screenshot } from '../support/browser.ts';
import { entries, expand, openChart, review } from '../support/chart-page.ts';
import { admin, callAs, mona, omar, PASSWORD, salma, tarek } from '../support/demo-hospital.ts';
import { runDemo } from '../support/demo.ts';

const demo = runDemo();
const { openAs, takeStay } = demo;
const confirm = (page: Page, yes: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: yes, exact: true }).click();

test('a disabled account is signed out at once and stays out until it is enabled', async () => {
  const [{ page, pageErrors }, other] = await Promise.all([openAs(admin), openAs(tarek)]);
  await other.page.goto('/teamlist');
  await other.page.getByRole('button', { name: 'CREATE NEW TEAM' }).waitFor();
  const signIn = async () =>
    (await page.request.post('/api/users/login', { data: { email: tarek.email, password: PASSWORD } })).status();

  await page.goto('/accounts');
  await page.getByLabel('Name or e-mail').fill('tarek');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: tarek.email });
  await page.getByText('1 account', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Disable/ }).click();
  const dialog = page.getByRole('dialog', { name: `Disable the account of ${tarek.name}?` });
  await dialog.getByLabel('Reason').fill('Has left the hospital');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await row.getByText(/Disabled .* by .*: Has left the hospital/).waitFor();
  await other.page.waitForURL(/returnFrom=%2Fteamlist/);
  expect(await signIn()).toBe(401);

  await row.getByRole('button', { name: /^Enable/ }).click();
  await row.getByText(/Has left the hospital/).waitFor({ state: 'detached' });
  expect(await signIn()).toBe(200);
  expect([...pageErrors, ...other.pageErrors]).toEqual([]);
});

test('a transfer is withdrawn, offered again and accepted, and the first team keeps the past of the chart', async () => {
  const stay = takeStay();
  const [a, b, asSalma] = await Promise.all([openAs(mona), openAs(salma), callAs(demo.url, salma.email)]);
  const [ward] = await asSalma<Team[]>('GET', '/api/teams');
  if (!ward) throw new Error('Salma has no team');
  await asSalma('PUT', `/api/teams/${ward._id}/edit`, { receivesTransfers: true });
  await Promise.all([openChart(a.page, stay.admission), b.page.goto(`/transfers/${ward._id}`)]);
  const isNoneOffered = b.page.getByText('No patient is offered to this team');
  await isNoneOffered.waitFor();

  const offer = async (note: string) => {
    await a.page.getByRole('button', { name: 'Transfer…' }).click();
    const dialog = a.page.getByRole('dialog', { name: 'Transfer to another team' });
    await dialog.getByRole('combobox', { name: /^Team/ }).selectOption({ label: ward.name });
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
    await expectAccessible(a.page);
    await dialog.getByRole('button', { name: 'Offer', exact: true }).click();
    await b.page.getByText(note).waitFor();
  };
  await offer('Too early');
  await a.page.getByRole('button', { name: 'Withdraw' }).click();
  await isNoneOffered.waitFor();
  await offer('Stable, يحتاج متابعة');
  await screenshot(b.page, 'transfer-offered');
  await b.page.getByRole('button', { name: /^Accept / }).click();
  const dialog = b.page.getByRole('dialog', { name: 'Accept the transfer' });
  await dialog.getByLabel('First day in this team').waitFor();
  await expectAccessible(b.page);
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();

  await b.page.waitForURL(`**/admissions/${stay.admission}`);
  await b.page.locator('[data-review]').first().waitFor();
  await a.page.getByText('This patient was transferred', { exact: true }).waitFor();
  await a.page.goto(`/transfers/${stay.team}`);
  await a.page.getByRole('link', { name: 'Chart at the transfer' }).click();
  await a.page.getByRole('note').filter({ hasText: 'transferred to another team' }).waitFor();
  await a.page.locator('[data-review]').first().waitFor();
  expect([...a.pageErrors, ...b.pageErrors]).toEqual([]);
});

test('an entry is moved to another chart by keyboard, and both charts say so without a reload', async () => {
  const [from, to] = [takeStay(), takeStay()];
  const [a, there, here] = await Promise.all([openAs(mona), openAs(omar), openAs(omar)]);
  const reviews = await (
    await callAs(demo.url, mona.email)
  )<Review[]>('GET', `/api/reviews/listAdmissionReviews/${from.admission}`);
  const source = reviews.findLast(({ drugErrs }) => drugErrs.length > 0);
  const entry = source?.drugErrs[0];
  if (!source || !entry) throw new Error('This chart has no entry');
  await Promise.all([
    openChart(a.page, from.admission),
    openChart(there.page, from.admission),
    openChart(here.page, to.admission),
  ]);
  await expand(a.page, source._id);
  const button = a.page.locator(`[data-move="${entry._id}"]`);
  await button.focus();
  await a.page.keyboard.press('Enter');
  const dialog = a.page.getByRole('dialog', { name: /^Move the entry/ });
  await dialog.getByLabel('To the patient').focus();
  await a.page.keyboard.type(to.patient.medicalRecordNumber);
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
  await a.page.keyboard.press('Enter');
  await dialog.getByText('To the chart of').waitFor();
  await dialog.getByRole('radio', { name: /in hospital/ }).check();
  await dialog.getByRole('radio', { name: /A new review|entr/, checked: true }).waitFor();
  await dialog.getByLabel('Reason').focus();
  await a.page.keyboard.type('Written beside the wrong bed');
  await expectAccessible(a.page);
  await screenshot(a.page, 'move-dialog');
  await a.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  const mark = /^An entry was moved to another chart on .*: Written beside the wrong bed/;
  await Promise.all([a.page.getByText(mark).waitFor(), there.page.getByText(mark).waitFor()]);
  expect(
    await entries(a.page, source._id)
      .and(a.page.locator(`[data-entry="${entry._id}"]`))
      .count(),
  ).toBe(0);
  const arrived = here.page.locator('[data-review]').filter({ hasText: /Moved here from another chart/ });
  await expect
    .poll(async () => {
      for (const id of await here.page.locator('[data-review]').evaluateAll(idsOf)) await expand(here.page, id);
      return arrived.count();
    })
    .toBe(1);
  await arrived.getByText(/: Written beside the wrong bed/).waitFor();
  const id = (await arrived.getAttribute('data-review')) ?? '';
  await review(here.page, id).getByRole('link', { name: 'Open that chart' }).waitFor();
  expect([...a.pageErrors, ...there.pageErrors, ...here.pageErrors]).toEqual([]);
});
const idsOf = (items: Element[]): string[] => items.map((item) => item.getAttribute('data-review') ?? '');

test('a patient is erased after a second person has seen what goes', async () => {
  const stay = takeStay();
  const [a, b, chart] = await Promise.all([openAs(omar), openAs(mona), openAs(omar)]);
  await Promise.all([a.page.goto(`/patient/${stay.patient._id}`), openChart(chart.page, stay.admission)]);
  await a.page.getByRole('button', { name: 'Ask for erasure…' }).click();
  const form = a.page.getByRole('form', { name: 'Ask for erasure…' });
  await form.getByLabel('Kind of reason').selectOption({ label: 'Registered by mistake, or as a test' });
  await form.getByRole('textbox', { name: /^Reason/ }).fill('Two test admissions');
  await form.getByRole('button', { name: 'Send the request' }).click();
  await a.page.getByText('You asked for it: a second person must agree.').waitFor();

  await b.page.goto(`/patient/${stay.patient._id}`);
  await b.page.getByRole('button', { name: 'See what will be erased…' }).click();
  const look = b.page.getByRole('dialog', { name: 'What will be erased' });
  await look.getByText('Erased for good').waitFor();
  await expectAccessible(b.page);
  await screenshot(b.page, 'erasure-look');
  await look.getByRole('button', { name: 'Agree and erase' }).click();
  await confirm(b.page, 'Erase for good');
  await b.page.waitForURL(`**/patientlist/${stay.team}`);
  await chart.page.locator('[data-review]').first().waitFor({ state: 'detached' });
  await a.page.goto(`/admissions/${stay.admission}`);
  await a.page.getByText('Looks like the page you were looking for is no longer here.').waitFor();
  expect([...a.pageErrors, ...b.pageErrors, ...chart.pageErrors]).toEqual([]);
});

test('two patients are merged after a look at both, and the merge is undone', async () => {
  const [first, second] = [takeStay(), takeStay()];
  const [a, b] = await Promise.all([openAs(mona), openAs(omar)]);
  await Promise.all([a.page.goto(`/patient/${first.patient._id}/merge`), b.page.goto(`/patient/${first.patient._id}`)]);
  await a.page.getByLabel('Name or record number').fill(second.patient.medicalRecordNumber);
  await a.page.keyboard.press('Enter');
  await a.page
    .getByRole('region', { name: 'Found' })
    .getByRole('link', { name: /^Compare with/ })
    .click();
  await a.page
    .locator('section.side')
    .filter({ hasText: first.patient.medicalRecordNumber })
    .getByRole('radio', { name: 'Keep this patient' })
    .check();
  await expectAccessible(a.page);
  await screenshot(a.page, 'merge-compare');
  await a.page.getByRole('button', { name: 'Merge', exact: true }).click();
  await confirm(a.page, 'Merge');
  await a.page.waitForURL(`**/patient/${first.patient._id}`);
  const merged = (page: Page) =>
    page
      .getByRole('listitem')
      .filter({ hasText: /^Merged with/ })
      .filter({ hasText: second.patient.medicalRecordNumber });
  await Promise.all([merged(a.page).waitFor(), merged(b.page).waitFor()]);
  await merged(a.page)
    .getByRole('button', { name: /^Undo the merge with/ })
    .click();
  await confirm(a.page, 'Undo the merge');
  await Promise.all([merged(a.page).waitFor({ state: 'detached' }), merged(b.page).waitFor({ state: 'detached' })]);
  await a.page.goto(`/patient/${second.patient._id}`);
  await a.page.getByText('CREATE NEW ADMISSION').waitFor();
  expect([...a.pageErrors, ...b.pageErrors]).toEqual([]);
});
