/**
 * Tests, to be called within a started demo hospital: the Reviews tab of the chart, by keyboard and on paper.
 */
import type { ErrorType, Review, TradeLabelRow } from 'language/contract/entities';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SESSION_KEY } from '../../src/platform/session/stored-session.ts';
import { setLanguage } from '../support/browser.ts';
import {
  addMedications,
  chooseTyped,
  confirmButton,
  createReview,
  entries,
  expand,
  medicationNames,
  openChart,
  openTab,
  review,
  reviewIds,
} from '../support/chart-page.ts';
import { debuggerOf } from '../support/debugger.ts';
import { callAs, mona } from '../support/demo-hospital.ts';
import {
  arabicLetters,
  beginPrinting,
  endPrinting,
  hasArabicLetters,
  MARGIN_PX,
  printedPages,
  type PrintedPage,
} from '../support/paper.ts';
import { languageCodes } from '../support/words.ts';
import { delayResponses, keysOf, pressFast } from '../support/fast-typing.ts';
import type { Demo } from '../support/demo.ts';

/** The pages of the printed review. */
async function printReview(page: Page, reviewId: string, button = 'Print'): Promise<PrintedPage[]> {
  await beginPrinting(page, () => review(page, reviewId).getByRole('button', { name: button, exact: true }).click());
  const pages = await printedPages(page);
  await endPrinting(page);
  return pages;
}
/** Adds a review of Mona with a note of 1,000 letters for each drug. @returns its id */
async function addLongReview(url: string, admissionId: string, drugs: readonly string[]): Promise<string> {
  const call = await callAs(url, mona.email);
  const [tradeLabels, types] = [
    await call<TradeLabelRow[]>('GET', '/api/drugs'),
    await call<ErrorType[]>('GET', '/api/errtypes'),
  ];
  const idOf = (list: readonly { _id: string; label: string }[], name: string) =>
    list.find(({ label }) => label === name)?._id;
  const drugErrs = drugs.map((drug) => ({
    errDrug: idOf(tradeLabels, drug),
    errType: idOf(types, 'No valid indication'),
    errSeverity: 'B',
    errRes: 2,
    errNote: `<p>${'Stop. '.repeat(160)}</p>`,
  }));
  return (
    await call<Review>('POST', '/api/reviews/addReview', {
      admissionId,
      reviewDate: new Date().toISOString().slice(0, 10),
      clinicalNote: '<p>A long one.</p>',
      drugErrs,
    })
  )._id;
}
/** Draws a finger across the clinical note of the open review. */
async function swipe(page: Page, reviewId: string, to: 'left' | 'right'): Promise<void> {
  const body = review(page, reviewId).locator('.fold-body');
  // Until it rests where the finger goes.
  await body.hover({ trial: true, position: { x: 100, y: 30 } });
  const box = await body.boundingBox();
  if (!box) throw new Error('The review is not open');
  const [middle, y] = [box.x + box.width / 2, box.y + 30];
  const client = await debuggerOf(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  const step = to === 'left' ? -50 : 50;
  await touch('touchStart', middle);
  await touch('touchMove', middle + step);
  await touch('touchMove', middle + 2 * step);
  await touch('touchEnd');
}

export function reviewsTabTests(demo: Demo): void {
  const { openAs } = demo;

  // The first ones are shown by other tests of the file.
  const chart = (index: number): string => demo.stayAt(index + 2).admission;

  test.each(languageCodes)('a finger turns the reviews as pages, in %s', async (code) => {
    const { page, context } = await openAs(mona);
    await context.addCookies([{ name: 'language', value: `${code}-u-nu-latn`, url: demo.url }]);
    const client = await debuggerOf(page);
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await openChart(page, chart(0));
    const [before = '', newest = ''] = (await reviewIds(page)).slice(-2);
    const isOpen = async (id: string) => (await review(page, id).getAttribute('data-state')) === 'open';
    await expand(page, newest);
    await review(page, newest).locator('.fold-body nav').waitFor();
    const [back, forth] = code === 'ar' ? (['left', 'right'] as const) : (['right', 'left'] as const);

    await swipe(page, newest, back);
    await expect.poll(() => isOpen(before)).toBe(true);
    expect(await isOpen(newest)).toBe(false);
    await swipe(page, before, forth);
    await expect.poll(() => isOpen(newest)).toBe(true);
    // There is none after the newest one.
    await swipe(page, newest, forth);
    expect(await isOpen(newest)).toBe(true);
  });

  describe('the Reviews tab', () => {
    test('a review with three medications is written by keyboard alone', async () => {
      const { page, pageErrors } = await openAs(mona);
      await openChart(page, chart(2));
      const { keyboard } = page;
      await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).focus();
      await keyboard.press('Enter');
      await page.locator('[role=textbox]:focus').waitFor();
      await keyboard.type('Septic shock, day three. صدمة إنتانية');
      await keyboard.press('Control+Enter');
      await page.locator('[data-add-entry]:focus').waitFor();
      // Alt+N of an Arabic keyboard.
      await page.evaluate(() =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ى', code: 'KeyN', altKey: true, bubbles: true, cancelable: true }),
        ),
      );
      const written = page.locator('[data-review]').filter({ hasText: 'صدمة إنتانية' });
      const form = page.getByRole('form', { name: 'New medication' });
      const choose = async (label: string, typed: string) => {
        await form.getByRole('combobox', { name: label }).and(page.locator(':focus')).waitFor();
        await keyboard.type(typed);
        await chooseTyped(page, typed);
      };
      for (const [index, [drug, type, keys, note]] of (
        [
          ['Meronem', 'Renal dose', ['d', '1'], 'CrCl 25: ٥٠٠ مجم كل ١٢ ساعة'],
          ['Zyvox', 'No error', [], ''],
          ['Colomycin', 'Drug interaction', ['b', '2'], 'With amikacin'],
        ] as const
      ).entries()) {
        await choose('Drug', drug);
        await choose('Error type', type);
        if (keys.length > 0) {
          await form.locator('[data-judgement] input:focus').waitFor({ state: 'attached' });
          for (const key of keys) await keyboard.press(key);
          await keyboard.press('Tab');
          await form.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor();
          await keyboard.type(note);
        }
        await keyboard.press('Control+Enter');
        await expect.poll(() => written.locator('[data-entry]').filter({ hasText: drug }).count()).toBe(1);
        if (index === 2) await keyboard.press('Escape');
      }
      await form.waitFor({ state: 'detached' });
      expect(await written.locator('[data-entry]').count()).toBe(3);
      expect(await written.textContent()).toContain('CrCl 25: ٥٠٠ مجم كل ١٢ ساعة');
      expect(pageErrors).toEqual([]);
    });

    describe('keys that are typed in one burst', () => {
      const first = [
        ...keysOf('meronem'),
        ['Enter'],
        ...keysOf('renal dose'),
        ['Enter'],
        ['d'],
        ['1'],
        ['Tab'],
        ...keysOf('half the dose'),
        ['Enter', 'control'],
      ] as const;
      const second = [...keysOf('zyvox'), ['Enter'], ...keysOf('no error'), ['Enter'], ['Enter', 'control']] as const;
      const isFirst = /D\s*Meronem.*Renal dose adjustment.*Accept.*half the dose/s;

      test('no key is lost on a slow machine, from Alt+N to the second saved entry', async () => {
        const { page, pageErrors } = await openAs(mona);
        await openChart(page, chart(3));
        const id = await createReview(page, 'In one burst.');
        await review(page, id).locator('h3 button').focus();
        const session = await debuggerOf(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
        await pressFast(session, [['n', 'alt'], ...first, ...second]);
        // The slow page answers each question between its keys.
        const slowly = { timeout: 150_000, interval: 2_000 };
        await expect.poll(() => entries(page, id).count(), slowly).toBe(2);
        expect(await entries(page, id).first().innerText()).toMatch(isFirst);
        expect(await entries(page, id).last().innerText()).toMatch(/Zyvox.*No error/s);
        await page
          .getByRole('form', { name: 'New medication' })
          .getByRole('combobox', { name: 'Drug' })
          .and(page.locator(':focus'))
          .waitFor();

        // A templated entry: at most twelve keys beside the drug's letters, with the one that opens the form.
        const drug = keysOf('meron');
        const toTemplates = [...drug, ['Enter'], ...keysOf('ren'), ['Enter'], ['d'], ['1'], ['t', 'alt']] as const;
        await pressFast(session, toTemplates);
        await page.getByRole('dialog').locator('[data-take][data-next=true]').waitFor();
        const toSaved = [['Enter'], ['Enter', 'control']] as const;
        await pressFast(session, toSaved);
        await expect.poll(() => entries(page, id).count(), slowly).toBe(3);
        expect(await entries(page, id).last().innerText()).toMatch(/D\s*Meronem.*Renal dose adjustment.*Accept.*CrCl/s);
        expect(1 + toTemplates.length - drug.length + toSaved.length).toBeLessThanOrEqual(12);
        expect(pageErrors).toEqual([]);
      });

      test('keys wait until the form, the drugs and the text editor are loaded', async () => {
        const { page, pageErrors } = await openAs(mona);
        await openChart(page, chart(3));
        const id = await createReview(page, 'Typed ahead.');
        const session = await debuggerOf(page);
        await session.send('Network.enable');
        await session.send('Network.setCacheDisabled', { cacheDisabled: true });
        // Removes the cached list of drugs.
        await page.evaluate((sessionKey) => {
          for (const name of Object.keys(localStorage)) if (name !== sessionKey) localStorage.removeItem(name);
        }, SESSION_KEY);
        const releaseForm = await delayResponses(page, ['src/features/entries/entry-form.tsx']);
        const releaseDrugs = await delayResponses(page, [], ['**/api/drugs']);
        const releaseEditor = await delayResponses(page, ['src/components/rich-text/rich-text-editor.tsx']);
        await page.reload();
        await review(page, id).waitFor();
        await pressFast(session, [['n', 'alt'], ...first]);
        releaseForm();
        const form = page.getByRole('form', { name: 'New medication' });
        await expect.poll(() => form.getByRole('combobox', { name: 'Drug' }).inputValue()).toBe('meronem');
        releaseDrugs();
        await expect.poll(() => entries(page, id).count()).toBe(1);
        expect(await entries(page, id).innerText()).toMatch(isFirst);
        // The note of the next entry begins in the plain field and continues in the editor.
        await pressFast(session, [
          ...keysOf('zyvox'),
          ['Enter'],
          ...keysOf('renal dose'),
          ['Enter'],
          ['c'],
          ['2'],
          ['Tab'],
          ...keysOf('not'),
        ]);
        await expect.poll(() => form.getByRole('textbox', { name: 'Note' }).innerText()).toBe('not');
        releaseEditor();
        await form.getByRole('toolbar').waitFor();
        await pressFast(session, [...keysOf('hing new'), ['Enter', 'control']]);
        await expect.poll(() => entries(page, id).count()).toBe(2);
        expect(await entries(page, id).last().innerText()).toMatch(/C\s*Zyvox.*Reject.*nothing new/s);
        expect(pageErrors).toEqual([]);
      });

      test('keys wait for the templates and for a question, and continue in the previous field', async () => {
        const { page, pageErrors } = await openAs(mona);
        await openChart(page, chart(3));
        const id = await createReview(page, 'With a template.');
        await review(page, id).locator('h3 button').focus();
        const session = await debuggerOf(page);
        const releaseDialog = await delayResponses(page, ['src/features/templates/templates-dialog.tsx']);
        await pressFast(session, [
          ['n', 'alt'],
          ...keysOf('meronem'),
          ['Enter'],
          ...keysOf('renal dose'),
          ['Enter'],
          ['t', 'alt'],
          ...keysOf('crcl'),
        ]);
        releaseDialog();
        await expect.poll(() => page.getByRole('dialog').getByRole('textbox').first().inputValue()).toBe('crcl');
        const form = page.getByRole('form', { name: 'New medication' });
        await page.keyboard.press('Escape');
        await form.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor();
        expect(await form.getByRole('radio', { name: 'Not graded' }).isChecked()).toBe(true);
        // The question about unsaved text focuses the button that keeps editing.
        await pressFast(session, [['Escape'], ['Enter'], ...keysOf('stop')]);
        await expect.poll(() => form.getByRole('textbox', { name: 'Note' }).innerText()).toBe('stop');
        expect(pageErrors).toEqual([]);
      });

      test('several medications of the admission are added in one burst', async () => {
        const { page, pageErrors } = await openAs(mona);
        await openTab(page, chart(4), 'medication');
        await page.getByRole('button', { name: 'ADD MEDICATION' }).focus();
        const session = await debuggerOf(page);
        const add = (drug: string, dose: string) =>
          [...keysOf(drug), ['Enter'], ...keysOf(dose), ['Enter', 'control']] as const;
        await pressFast(session, [
          ['Enter'],
          ...add('meronem', '1 g'),
          ...add('zyvox', '600 mg'),
          ...add('colomycin', '3 MIU'),
        ]);
        await expect
          .poll(async () => (await medicationNames(page)).slice(-3))
          .toEqual(['Meronem', 'Zyvox', 'Colomycin']);
        expect((await page.locator('[data-row]').allInnerTexts()).slice(-3)).toEqual([
          expect.stringContaining('1 g'),
          expect.stringContaining('600 mg'),
          expect.stringContaining('3 MIU'),
        ]);
        expect(pageErrors).toEqual([]);
      });
    });

    test('a printed review names the patient on each page and has a line for the signature', async () => {
      const { page, pageErrors } = await openAs(mona, { dark: true });
      await openChart(page, chart(3));
      const id = await createReview(page, 'For the printer.');
      await addMedications(page, id, [
        {
          drug: 'Meronem',
          type: 'Renal dose adjustment',
          severity: 'd',
          response: '1',
          note: 'CrCl 25: half the dose',
        },
        { drug: 'Zyvox', type: 'No error' },
      ]);
      const [sheet, ...more] = await printReview(page, id);
      const name = (await page.getByRole('region', { name: 'Patient' }).locator('bdi').first().textContent()) ?? '';
      expect(arabicLetters(name)).not.toBe('');
      expect(more).toEqual([]);
      // The demo's diagnosis and consultant are Arabic on some days.
      expect(hasArabicLetters(sheet?.text ?? '', name)).toBe(true);
      for (const words of [
        'Medication review of',
        'For the printer.',
        'Meronem',
        'Renal dose adjustment',
        'increased monitoring',
        'Accept',
        'CrCl 25: half the dose',
        'Medications reviewed, no error found: Zyvox',
        'Edited by Mona Farouk',
        'Physician’s name and signature',
        'Page 1 of 1',
      ])
        expect(sheet?.text).toContain(words);
      // The address may go over two lines.
      expect(sheet?.text.replaceAll(' ', '')).toContain(`/history/admissions/${chart(3)}?at=`);
      for (const words of ['ADD MEDICATION', 'Expand All']) expect(sheet?.text).not.toContain(words);

      const long = await addLongReview(demo.url, chart(3), [
        'Meronem',
        'Tienam',
        'Invanz',
        'Vancolon',
        'Colomycin',
        'Tygacil',
      ]);
      await expand(page, long);
      const record =
        (await page.getByRole('region', { name: 'Patient' }).locator('bdi[dir=ltr]').first().textContent()) ?? '';
      for (const [language, button] of [
        ['en', 'Print'],
        ['ar', 'طباعة'],
      ] as const) {
        await setLanguage(page, language);
        const pages = await printReview(page, long, button);
        expect(pages).toHaveLength(2);
        for (const { text, left, right } of pages) {
          expect(hasArabicLetters(text, name)).toBe(true);
          expect(text).toContain(record);
          expect(text).toContain('Mona Farouk');
          expect(left).toBeGreaterThanOrEqual(MARGIN_PX);
          expect(right).toBeGreaterThanOrEqual(MARGIN_PX);
        }
      }
      await setLanguage(page, 'en');
      expect(pageErrors).toEqual([]);
    });

    test('a review is duplicated and the copy deleted, each after a confirmation', async () => {
      const { page, pageErrors } = await openAs(mona);
      await openChart(page, chart(3));
      const id = await createReview(page, 'To be copied.');
      await addMedications(page, id, [{ drug: 'Meronem', type: 'No error' }]);
      const before = await page.locator('[data-review]').count();
      await review(page, id)
        .getByRole('button', { name: /^Duplicate:/ })
        .click();
      await confirmButton(page, 'Are you sure you want to duplicate?').click();
      await expect.poll(() => page.locator('[data-review]').count()).toBe(before + 1);
      const copy = page.locator('[data-review]').filter({ has: page.getByText('Copied', { exact: true }) });
      await copy.getByText('To be copied.').waitFor();
      await copy.getByRole('button', { name: /^Delete:/ }).click();
      await confirmButton(page, 'You are going to delete this review, are you?').click();
      await expect.poll(() => page.locator('[data-review]').count()).toBe(before);
      await expand(page, id);
      expect(await entries(page, id).count()).toBe(1);
      expect(pageErrors).toEqual([]);
    });
  });
}
