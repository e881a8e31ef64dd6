/**
 * The keys and touches of what people do most: facts of the design, counted by the page itself. A further one has to be
 * decided, and does not come by itself.
 */
import type { Page } from 'playwright-core';
import type { Patient, Review } from 'language/contract/entities';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openContext, signIn, widths } from '../support/browser.ts';
import { callAs, hany, mona, PASSWORD, teamMember, tradeLabel } from '../support/demo-hospital.ts';
import { runDemo } from '../support/demo.ts';
import { calendarDateIn } from 'language/domain/values/calendar-date';

const demo = runDemo();

interface Inputs {
  /** A key with its modifiers is one. */
  keys: number;
  touches: number;
}

/** Prints and returns what the page receives while a person acts. */
async function inputsOf(page: Page, what: string, act: () => Promise<unknown>): Promise<Inputs> {
  await page.evaluate(() => {
    const inputs = { keys: 0, touches: 0 };
    Object.assign(window, { inputs });
    const modifiers = ['Alt', 'Control', 'Shift', 'Meta'];
    addEventListener(
      'keydown',
      ({ isTrusted, key }) => (inputs.keys += isTrusted && !modifiers.includes(key) ? 1 : 0),
      true,
    );
    addEventListener('pointerdown', ({ isTrusted }) => (inputs.touches += isTrusted ? 1 : 0), true);
  });
  await act();
  const inputs = await page.evaluate(() => (window as unknown as { inputs: Inputs }).inputs);
  process.stdout.write(`${what}: ${inputs.keys} keys, ${inputs.touches} touches\n`);
  return inputs;
}

describe('by keyboard', () => {
  test('the next patient is one chord, from the board and from a chart', async () => {
    const { page } = await demo.openAs(mona);
    await page.goto(`/ward/${demo.stay.team}`);
    await page.locator('[aria-keyshortcuts="Alt+J"]').waitFor();
    const toNext = async (): Promise<Inputs> => {
      const before = page.url();
      const inputs = await inputsOf(page, 'Next patient', async () => {
        await page.keyboard.press('Alt+j');
        await page.waitForURL((url) => url.href !== before && url.pathname.startsWith('/admissions/'));
      });
      await page.locator('[aria-keyshortcuts="Alt+J"]').waitFor();
      return inputs;
    };
    expect(await toNext()).toEqual({ keys: 1, touches: 0 });
    expect(await toNext()).toEqual({ keys: 1, touches: 0 });
  });

  test('a patient is found from each screen by one chord, the typed text and Enter', async () => {
    const { page } = await demo.openAs(mona);
    const { patient, admission, team } = demo.stay;
    const call = await callAs(demo.url, mona.email);
    const { medicalRecordNumber } = await call<Patient>('GET', `/api/patients/${patient._id}`);
    expect(medicalRecordNumber).not.toBe('');
    for (const screen of ['/teamlist', `/ward/${team}`, '/drugs', `/admissions/${demo.stayAt(1).admission}`]) {
      await page.goto(screen);
      await page.locator('[role=status][data-state=live]').waitFor({ state: 'attached' });
      const inputs = await inputsOf(page, `Search from ${screen}`, async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(medicalRecordNumber);
        await page.locator('[role=option]').filter({ hasText: medicalRecordNumber }).waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL(`**/admissions/${admission}*`);
      });
      expect(inputs).toEqual({ keys: 1 + medicalRecordNumber.length + 1, touches: 0 });
    }
  });
});

describe('on a phone', () => {
  async function openPhone({ email }: { email: string }): Promise<Page> {
    const context = await openContext(demo.browser, {
      baseURL: demo.url,
      viewport: widths.phone,
      hasTouch: true,
      isMobile: true,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await signIn(page, email, PASSWORD);
    return page;
  }
  /** Mona's pending recommendations to Hany, severe ones, which stand first in the lists. */
  async function recommend(count: number): Promise<readonly string[]> {
    const call = await callAs(demo.url, mona.email);
    const errType = (await call<{ _id: string; label: string }[]>('GET', '/api/errtypes')).find(
      ({ label }) => label === 'Renal dose adjustment',
    )?._id;
    const errDrug = await tradeLabel(demo.url, 'Meronem');
    const { admission } = demo.takeStay();
    const review = await call<Review>('POST', '/api/reviews/addReview', {
      admissionId: admission,
      reviewDate: calendarDateIn('Africa/Cairo', new Date()),
      drugErrs: Array.from({ length: count }, () => ({ errType, errDrug, errSeverity: 'I' })),
    });
    const { userId } = await teamMember(demo.url, hany.email);
    for (const { _id: entryId } of review.drugErrs)
      await call('PUT', `/api/reviews/${review._id}/address`, { entryId, to: { kind: 'physician', userId } });
    return review.drugErrs.map(({ _id }) => _id);
  }

  test('a physician accepts with one touch, and refuses with a reason with two', async () => {
    const [accepted = '', refused = '', seen = ''] = await recommend(3);
    const page = await openPhone(hany);
    await page.goto('/asked');
    const card = (id: string) => page.locator(`[data-card="${id}"]`);
    const button = (id: string, name: string) => card(id).getByRole('button', { name, exact: true });
    await button(accepted, 'Accept').waitFor();
    const accepting = await inputsOf(page, 'Accept', async () => {
      await button(accepted, 'Accept').tap();
      await card(accepted).getByText('Accepted by you').waitFor();
    });
    expect(accepting).toEqual({ keys: 0, touches: 1 });
    const refusing = await inputsOf(page, 'Refuse with a reason', async () => {
      await button(refused, 'Refuse').tap();
      await button(refused, 'The benefit outweighs the risk').tap();
      await card(refused).getByText('Refused by you').waitFor();
    });
    expect(refusing).toEqual({ keys: 0, touches: 2 });
    const seeing = await inputsOf(page, 'Seen', async () => {
      await button(seen, 'Seen, will decide').tap();
      await card(seen).getByText('Seen by you').waitFor();
    });
    expect(seeing).toEqual({ keys: 0, touches: 1 });
  });

  test('a pharmacist records a response with one touch in the handover, and with two in the chart', async () => {
    const [first = '', second = ''] = await recommend(2);
    const page = await openPhone(mona);
    await page.goto(`/handover/${demo.stay.team}`);
    const row = page.locator(`[data-row="${first}"]`);
    await row.getByRole('button', { name: /Accept/ }).waitFor();
    const inHandover = await inputsOf(page, 'Response in the handover', async () => {
      await row.getByRole('button', { name: /Accept/ }).tap();
      await row.getByRole('status').filter({ hasText: 'Accept recorded' }).waitFor();
    });
    expect(inHandover).toEqual({ keys: 0, touches: 1 });

    await row.getByRole('link').first().click();
    const entry = page.locator(`[data-entry="${second}"]`);
    const pill = entry.locator('[data-respond]');
    await pill.waitFor();
    const inChart = await inputsOf(page, 'Response in the chart', async () => {
      await pill.tap();
      await page.getByRole('menuitem', { name: 'Accept' }).tap();
      await pill.filter({ hasText: 'Accept' }).waitFor();
    });
    expect(inChart).toEqual({ keys: 0, touches: 2 });
  });
});
