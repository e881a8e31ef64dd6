/** The morning round without a network, in both languages (docs/offline.md). */
import type { Review } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { expectAccessible, fits, screenshot } from '../support/browser.ts';
import { createReview, fillMedication, expand, openChart, review, reviewIds } from '../support/chart-page.ts';
import { callAs, mona } from '../support/demo-hospital.ts';
import { runDemo } from '../support/demo.ts';
import { openDevice, openWithPin, pinField, startCold, untilKept } from '../support/offline-page.ts';
import { words } from '../support/words.ts';

const demo = runDemo('shared', { OFFLINE: 'on' });

const waiting = '[data-waiting]';

for (const code of ['en', 'ar'] as const)
  test(`a round of three charts without a network is in the log once (${code})`, async () => {
    const say = words(code);
    const { context, page: first, pageErrors } = await openDevice(demo.browser, demo.url, mona, code);
    const charts = [demo.takeStay(), demo.takeStay(), demo.takeStay()];
    const team = charts[0]?.team ?? '';
    const own = `${code} ${team}`;

    // Before the door: the ward, and three charts. The last of them gets a review that is edited without a network.
    await first.goto(`/ward/${team}`);
    await first.locator('a[href^="/admissions/"]').first().waitFor();
    await untilKept(first, 'ward');
    for (const [index, { admission }] of charts.entries()) {
      await openChart(first, admission);
      for (const kind of ['admission', 'reviews']) await untilKept(first, kind, index + 1);
    }
    for (const kind of ['drugs', 'errorTypes']) await untilKept(first, kind);
    const edited = await createReview(first, `Before the round ${own}`, say);
    await first.locator(`[data-review="${edited}"]`).waitFor();

    await context.setOffline(true);
    const page = await startCold(context, `/ward/${team}`);
    await pinField(page).waitFor();
    await expectAccessible(page);
    await screenshot(page, `offline-pin-${code}`);
    await openWithPin(page, say);
    await page.locator(`a[href^="/admissions/${charts[0]?.admission}"]`).first().waitFor();
    await page.locator('[data-as-of]').waitFor();
    expect(await fits(page)).toBe(true);
    await expectAccessible(page);
    await screenshot(page, `offline-ward-${code}`);

    // Ten entries in new reviews of three charts.
    let entries = 0;
    for (const [index, { admission }] of charts.entries()) {
      await page.goto(`/admissions/${admission}`);
      // A reload asks for the PIN again: no key outlives its page.
      await openWithPin(page, say);
      await page.locator('[data-review]').first().waitFor();
      const before = await reviewIds(page);
      const note = `Round ${index} ${own}`;
      await page.getByRole('button', { name: say('review.create') }).click();
      const form = page.getByRole('form', { name: say('review.form.fresh.form') });
      await form.getByRole('textbox', { name: say('review.form.fresh.text') }).fill(note);
      await form.getByRole('button', { name: say('review.form.fresh.save') }).click();
      await page.locator('[data-review^="waiting:"]').waitFor();
      const [fresh = ''] = (await reviewIds(page)).filter((id) => !before.includes(id));
      const medications = Array.from({ length: index === 0 ? 4 : 3 }, () => ({
        drug: 'Meronem',
        type: 'Renal dose adjustment',
        severity: 'd',
        response: '1',
        note: `entry ${(entries += 1)} ${own}`,
      }));
      for (const medication of medications) {
        await review(page, fresh)
          .getByRole('button', { name: say('entry.add') })
          .click();
        const entry = review(page, fresh).getByRole('form', { name: say('entry.title.add') });
        await fillMedication(page, entry, medication, say);
        await entry.getByRole('button', { name: say('entry.save'), exact: true }).click();
        await review(page, fresh).locator(waiting).filter({ hasText: medication.note }).first().waitFor();
      }
      await screenshot(page, `offline-chart-${index}-${code}`);
    }
    expect(entries).toBe(10);

    // A review that the server has is edited.
    const edit = async (id: string, text: string): Promise<void> => {
      await expand(page, id);
      await review(page, id)
        .getByRole('button', { name: say('review.edit'), exact: true })
        .first()
        .click();
      const form = review(page, id).getByRole('form').first();
      await form.getByRole('textbox', { name: say('review.form.edit.text') }).fill(text);
      await form.getByRole('button', { name: say('review.form.edit.save') }).click();
      await form.waitFor({ state: 'detached' });
    };
    await edit(edited, `Edited on the round ${own}`);
    await page.reload();
    await openWithPin(page, say);
    await page.locator('[data-review^="waiting:"]').waitFor();
    await page.locator(waiting).first().waitFor();

    await context.setOffline(false);
    await page.locator('button[data-waits]').waitFor({ state: 'detached' });
    await page.locator('[role=status][data-state=live]').waitFor();
    expect(await page.locator('[data-review^="waiting:"]').count()).toBe(0);

    const call = await callAs(demo.url, mona.email);
    const written: string[] = [];
    const readAll = async (): Promise<string[]> => {
      written.length = 0;
      for (const { admission } of charts) {
        const reviews = await call<Review[]>('GET', `/api/reviews/listAdmissionReviews/${admission}`);
        for (const { clinicalNote, drugErrs } of reviews)
          written.push(clinicalNote, ...drugErrs.map(({ errNote }) => errNote ?? ''));
      }
      return written.filter((text) => text.includes(own)).map((text) => text.replaceAll(/<[^>]*>/g, ''));
    };
    const expected = [
      `Edited on the round ${own}`,
      ...[0, 1, 2].map((index) => `Round ${index} ${own}`),
      ...Array.from({ length: 10 }, (_, index) => `entry ${index + 1} ${own}`),
    ].sort();
    await expect.poll(async () => (await readAll()).sort()).toEqual(expected);
    expect(pageErrors).toEqual([]);
  });

test('a look at a chart without a network reaches the access log when the network is back', async () => {
  const { context, page } = await openDevice(demo.browser, demo.url, mona);
  const { admission, team } = demo.takeStay();
  await openChart(page, admission);
  await untilKept(page, 'admission');
  await untilKept(page, 'reviews');
  await page.goto(`/ward/${team}`);
  await page.locator('a[href^="/admissions/"]').first().waitFor();
  await context.setOffline(true);
  await page.goto(`/admissions/${admission}`);
  await openWithPin(page);
  await page.locator('[data-review]').first().waitFor();
  await page.goto('/teamlist');
  await pinField(page).waitFor();
  const read = page.waitForRequest((request) => request.url().endsWith(`/api/admissions/${admission}/details`));
  await context.setOffline(false);
  await read;
});
