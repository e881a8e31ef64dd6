/**
 * The admission screen by its four tabs, on paper and by keyboard alone; run in a demo hospital that is already there.
 */
import type { ErrorType, Review, TradeLabelRow } from 'command-api/contract/entities';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture, type widths } from '../support/browser.ts';
import { SESSION_KEY } from '../../src/platform/session/stored-session.ts';
import { burst, keepBack, typed } from '../support/fast-typing.ts';
import { addMedications, entries, openChart, review, takeTyped, unfold, writeReview } from '../support/chart-page.ts';
import { callAs, hany, mona, omar } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

/** `charts`: of stays of Mona's team that nobody else works on. */
interface Place {
  browser: Browser;
  url: string;
  charts: readonly string[];
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const question = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Yes' });
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** An image as a file dialog would hand it over. */
async function pictureFile(page: Page, name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 400, height: 300 });
    const pen = canvas.getContext('2d');
    if (pen) Object.assign(pen, { fillStyle: '#2f628f' }).fillRect(40, 40, 320, 220);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name, mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}

const openTab = async (page: Page, chart: string, name: string): Promise<void> => {
  await page.goto(`/admissions/${chart}?tab=${name}`);
  await page.locator('[role=status][data-state=live]').waitFor();
};
const drugs = (page: Page) => page.locator('[data-row] strong').allTextContents();

async function addMedication(page: Page, drug: string, dose: string): Promise<void> {
  const form = page.getByRole('form', { name: 'New medication of the admission' });
  await form.getByRole('combobox', { name: 'Drug' }).fill(drug);
  await takeTyped(page, drug);
  await form.getByLabel('Dose').fill(dose);
  await page.keyboard.press('Control+Enter');
  await page.locator('[data-row]').filter({ hasText: drug }).filter({ hasText: dose }).waitFor();
}

/** The sheet as it comes out of the printer: its text by page. Where its lines end is a matter of fonts. */
async function printed(page: Page, reviewId: string): Promise<string[]> {
  await page.evaluate(() => {
    Object.assign(window, {
      asked: 0,
      print: () => {
        Object.assign(window, { asked: 1 });
      },
    });
  });
  await review(page, reviewId).getByRole('button', { name: 'Print', exact: true }).click();
  await page.waitForFunction(() => 'asked' in window && window.asked === 1);
  const { text } = await extractText(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  await page.locator('.print-sheet').waitFor({ state: 'detached' });
  return text.map((said) => said.replaceAll(/\s+/g, ' '));
}
/** Mona's, with a note of a thousand letters for each of these. @returns its id */
async function longReview(url: string, admissionId: string, drugs: readonly string[]): Promise<string> {
  const call = await callAs(url, mona.email);
  const [tradeLabels, types] = [
    await call<TradeLabelRow[]>('GET', '/api/drugs'),
    await call<ErrorType[]>('GET', '/api/errtypes'),
  ];
  const idOf = (list: readonly { _id: string; label: string }[], sought: string) =>
    list.find(({ label }) => label === sought)?._id;
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
/**
 * The Arabic letters of a text, whatever their order: on paper they stand from left to right, and two that were drawn
 * as one come out either way round.
 */
const arabicLetters = (text: string) =>
  [...text.normalize('NFKC')]
    .filter((letter) => /\p{Script=Arabic}/u.test(letter))
    .sort()
    .join('');

export function theChart(at: () => Place): void {
  const someone = (who: { email: string }, options: { width?: keyof typeof widths; dark?: boolean } = {}) =>
    seatOf(at().browser, at().url, who, options);
  const chart = (index: number): string => at().charts[index] ?? '';

  describe('the Medication tab', () => {
    test('what Mona adds by keyboard, sorts, stops and deletes is with Omar at once', async () => {
      const [a, b] = await Promise.all([someone(mona), someone(omar)]);
      await Promise.all([openTab(a.page, chart(0), 'medication'), openTab(b.page, chart(0), 'medication')]);
      await a.page.getByRole('button', { name: 'ADD MEDICATION' }).click();
      for (const [drug, dose] of [
        ['Meronem', '1 g'],
        ['Zyvox', '600 mg'],
        ['Colomycin', '3 MIU'],
      ] as const)
        await addMedication(a.page, drug, dose);
      await a.page.keyboard.press('Escape');
      await expect.poll(() => drugs(b.page)).toEqual(['Meronem', 'Zyvox', 'Colomycin']);

      await a.page.getByRole('button', { name: /^Move Meronem/ }).focus();
      await a.page.keyboard.press('End');
      await expect.poll(() => drugs(b.page)).toEqual(['Zyvox', 'Colomycin', 'Meronem']);
      const handle = await b.page.getByRole('button', { name: /^Move Meronem/ }).boundingBox();
      const first = await b.page.locator('[data-row]').first().boundingBox();
      if (!handle || !first) throw new Error('The medications are not on the screen');
      await b.page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await b.page.mouse.down();
      await b.page.mouse.move(handle.x, first.y + 3, { steps: 5 });
      await b.page.mouse.up();
      await expect.poll(() => drugs(a.page)).toEqual(['Meronem', 'Zyvox', 'Colomycin']);

      await a.page.getByRole('button', { name: 'Stop Zyvox today' }).click();
      await b.page
        .locator('[data-row]')
        .filter({ hasText: 'Zyvox' })
        .getByText(/stopped/)
        .waitFor();
      await a.page.getByRole('button', { name: 'Delete Colomycin' }).click();
      await question(a.page, 'are you sure?').click();
      await expect.poll(() => drugs(b.page)).toEqual(['Meronem', 'Zyvox']);
      expect([...a.complaints, ...b.complaints]).toEqual([]);
    });

    test('what was typed and not saved is offered when the tab is opened again', async () => {
      const { page } = await someone(mona);
      await openTab(page, chart(0), 'medication');
      await page.getByRole('button', { name: 'ADD MEDICATION' }).click();
      const form = page.getByRole('form', { name: 'New medication of the admission' });
      await form.getByLabel('Note').fill('بعد الأكل');
      await tab(page, 'Notes').click();
      // The tab in front stays, with what is typed, until what the other one needs has come.
      await form.waitFor({ state: 'detached' });
      await tab(page, 'Medication').click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await expect.poll(() => form.getByLabel('Note').inputValue()).toBe('بعد الأكل');
    });
  });

  describe('the Gallery tab', () => {
    test('images that a lost network has held up go on by themselves and become a group that Omar looks at', async () => {
      const [a, b] = await Promise.all([someone(mona), someone(omar)]);
      await Promise.all([openTab(a.page, chart(1), 'gallery'), openTab(b.page, chart(1), 'gallery')]);
      await a.page.getByLabel('Title').fill('أشعة الصدر');
      const files = [await pictureFile(a.page, 'one.png'), await pictureFile(a.page, 'two.png')];
      // What the other tab needs is there before the network goes.
      await tab(a.page, 'Medication').click();
      await a.page.getByRole('region', { name: 'Medications of this admission' }).waitFor();
      await tab(a.page, 'Gallery').click();
      await a.context.setOffline(true);
      await a.page.locator('input[data-files]').setInputFiles(files);
      await expect.poll(() => a.page.locator('[data-upload][data-state=failed]').count()).toBe(2);
      // Another tab in front stops nothing.
      await tab(a.page, 'Medication').click();
      await a.context.setOffline(false);
      await tab(a.page, 'Gallery').click();
      await expect.poll(() => a.page.locator('[data-upload][data-state=sent]').count()).toBe(2);
      await expectAccessible(a.page);
      await picture(a.page, 'gallery-upload');
      await a.page.getByRole('button', { name: 'Click here to complete Saving' }).click();
      await a.page.getByRole('button', { name: 'أشعة الصدر: image 2 of 2' }).waitFor();

      await b.page.getByRole('button', { name: 'أشعة الصدر: image 1 of 2' }).click();
      const viewer = b.page.getByRole('dialog');
      await viewer.getByRole('img', { name: 'أشعة الصدر: image 1 of 2' }).waitFor();
      await b.page.keyboard.press('ArrowRight');
      await viewer.getByRole('img', { name: 'أشعة الصدر: image 2 of 2' }).waitFor();
      await viewer.getByRole('button', { name: 'Zoom in' }).click();
      expect(await viewer.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true);
      await expectAccessible(b.page);
      await b.page.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });

      await a.page.getByRole('button', { name: 'Delete أشعة الصدر' }).click();
      await question(a.page, 'are you sure?').click();
      await b.page.getByText('No images yet').waitFor();
      expect([...a.complaints, ...b.complaints]).toEqual([]);
    });

    test('whoever would leave images behind is asked first', async () => {
      const { page } = await someone(mona);
      // Also of whoever is quicker than the network.
      await page.route('**/unsaved-guard-*.js', async (route) => {
        await setTimeout(1_500);
        await route.continue();
      });
      await openTab(page, chart(1), 'gallery');
      await page.getByLabel('Title').fill('Wound');
      await page.getByRole('link', { name: 'Patients' }).click();
      await page
        .getByRole('alertdialog')
        .filter({ hasText: 'Images: Wound' })
        .getByRole('button', { name: 'Stay' })
        .click();
      expect(await page.getByLabel('Title').inputValue()).toBe('Wound');
    });
  });

  describe('the Notes tab', () => {
    test('Hany updates his note and deletes it; Mona sees both', async () => {
      const [a, b] = await Promise.all([someone(hany), someone(mona)]);
      await Promise.all([openTab(a.page, chart(1), 'notes'), openTab(b.page, chart(1), 'notes')]);
      await a.page.getByRole('button', { name: 'CREATE NEW PHYSICIAN NOTE' }).click();
      const fresh = a.page.getByRole('form', { name: 'New physician note' });
      await fresh.getByRole('textbox', { name: 'Clinical Notes' }).fill('Extubate tomorrow');
      await fresh.getByRole('button', { name: 'Save note' }).click();
      const note = a.page.locator('[data-item^=note-]').filter({ hasText: 'Extubate tomorrow' });
      const item = await note.getAttribute('data-item');
      await note.getByRole('button', { name: 'Edit' }).click();
      const form = a.page.getByRole('form', { name: 'Edit physician note' });
      await form.getByRole('textbox', { name: 'Clinical Notes' }).fill('Extubated, stable');
      await form.getByRole('button', { name: 'Update' }).click();
      // What a teammate writes opens nothing by itself.
      await b.page.locator(`[data-item="${item}"]`).getByRole('button').first().click();
      await b.page
        .locator('[data-item^=note-]')
        .filter({ hasText: 'Extubated, stable' })
        .getByRole('link', { name: /Contact Hany/ })
        .waitFor();
      await a.page
        .locator('[data-item^=note-]')
        .filter({ hasText: 'Extubated, stable' })
        .getByRole('button', { name: 'Edit' })
        .click();
      await form.getByRole('button', { name: 'Delete' }).click();
      await question(a.page, 'Are you sure?').click();
      await expect.poll(() => b.page.getByText('Extubated, stable').count()).toBe(0);
      expect([...a.complaints, ...b.complaints]).toEqual([]);
    });
  });

  describe('the Reviews tab', () => {
    test('a review with three medicines is written without touching the mouse', async () => {
      const { page, complaints } = await someone(mona);
      await openChart(page, chart(2));
      const { keyboard } = page;
      await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).focus();
      await keyboard.press('Enter');
      await page.locator('[role=textbox]:focus').waitFor();
      await keyboard.type('Septic shock, day three. صدمة إنتانية');
      await keyboard.press('Control+Enter');
      await page.locator('[data-add-entry]:focus').waitFor();
      // Alt+N as an Arabic keyboard has it.
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
        await takeTyped(page, typed);
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
        await expect
          .poll(() => written.locator('[data-entry]').filter({ hasText: drug }).count(), { timeout: 30_000 })
          .toBe(1);
        if (index === 2) await keyboard.press('Escape');
      }
      await form.waitFor({ state: 'detached' });
      expect(await written.locator('[data-entry]').count()).toBe(3);
      expect(await written.textContent()).toContain('CrCl 25: ٥٠٠ مجم كل ١٢ ساعة');
      expect(complaints).toEqual([]);
    });

    describe('keys that are typed in one burst', () => {
      const first = [
        ...typed('meronem'),
        ['Enter'],
        ...typed('renal dose'),
        ['Enter'],
        ['d'],
        ['1'],
        ['Tab'],
        ...typed('half the dose'),
        ['Enter', 'control'],
      ] as const;
      const second = [...typed('zyvox'), ['Enter'], ...typed('no error'), ['Enter'], ['Enter', 'control']] as const;
      const isFirst = /D\s*Meronem.*Renal dose adjustment.*Accept.*half the dose/s;

      test('none is lost on a busy machine, from Alt+N to the second saved entry', async () => {
        const { page, context, complaints } = await someone(mona);
        await openChart(page, chart(3));
        const id = await writeReview(page, 'In one burst.');
        await review(page, id).locator('h3 button').focus();
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
        await burst(session, [['n', 'alt'], ...first, ...second]);
        await expect.poll(() => entries(page, id).count()).toBe(2);
        expect(await entries(page, id).first().innerText()).toMatch(isFirst);
        expect(await entries(page, id).last().innerText()).toMatch(/Zyvox.*No error/s);
        await page
          .getByRole('form', { name: 'New medication' })
          .getByRole('combobox', { name: 'Drug' })
          .and(page.locator(':focus'))
          .waitFor();
        expect(complaints).toEqual([]);
      });

      test('they wait for the form, the drugs and the text editor where these have not been loaded', async () => {
        const { page, context, complaints } = await someone(mona);
        await openChart(page, chart(3));
        const id = await writeReview(page, 'Typed ahead.');
        const session = await context.newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.setCacheDisabled', { cacheDisabled: true });
        // The list of drugs is kept from visit to visit.
        await page.evaluate((kept) => {
          for (const name of Object.keys(localStorage)) if (name !== kept) localStorage.removeItem(name);
        }, SESSION_KEY);
        const formComes = await keepBack(page, ['src/features/entries/entry-form.tsx']);
        const drugsCome = await keepBack(page, [], ['**/api/drugs']);
        const editorComes = await keepBack(page, ['src/components/rich-text/rich-text-editor.tsx']);
        await page.reload();
        await review(page, id).waitFor();
        await burst(session, [['n', 'alt'], ...first]);
        formComes();
        const form = page.getByRole('form', { name: 'New medication' });
        await expect.poll(() => form.getByRole('combobox', { name: 'Drug' }).inputValue()).toBe('meronem');
        drugsCome();
        await expect.poll(() => entries(page, id).count()).toBe(1);
        expect(await entries(page, id).innerText()).toMatch(isFirst);
        // The next one has its note begun in the plain field, and goes on in the editor.
        await burst(session, [
          ...typed('zyvox'),
          ['Enter'],
          ...typed('renal dose'),
          ['Enter'],
          ['c'],
          ['2'],
          ['Tab'],
          ...typed('not'),
        ]);
        await expect.poll(() => form.getByRole('textbox', { name: 'Note' }).innerText()).toBe('not');
        editorComes();
        await form.getByRole('toolbar').waitFor();
        await burst(session, [...typed('hing new'), ['Enter', 'control']]);
        await expect.poll(() => entries(page, id).count()).toBe(2);
        expect(await entries(page, id).last().innerText()).toMatch(/C\s*Zyvox.*Reject.*nothing new/s);
        expect(complaints).toEqual([]);
      });

      test('they wait for the templates and for a question, and go on where the person was', async () => {
        const { page, context, complaints } = await someone(mona);
        await openChart(page, chart(3));
        const id = await writeReview(page, 'With a template.');
        await review(page, id).locator('h3 button').focus();
        const session = await context.newCDPSession(page);
        const dialogComes = await keepBack(page, ['src/features/templates/templates-dialog.tsx']);
        await burst(session, [
          ['n', 'alt'],
          ...typed('meronem'),
          ['Enter'],
          ...typed('renal dose'),
          ['Enter'],
          ['t', 'alt'],
          ...typed('crcl'),
        ]);
        dialogComes();
        await expect.poll(() => page.getByRole('dialog').getByRole('textbox').first().inputValue()).toBe('crcl');
        const form = page.getByRole('form', { name: 'New medication' });
        await page.keyboard.press('Escape');
        await form.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor();
        expect(await form.getByRole('radio', { name: 'Not graded' }).isChecked()).toBe(true);
        // The question about what was typed has its focus on going on.
        await burst(session, [['Escape'], ['Enter'], ...typed('stop')]);
        await expect.poll(() => form.getByRole('textbox', { name: 'Note' }).innerText()).toBe('stop');
        expect(complaints).toEqual([]);
      });

      test('a medication of the admission is followed by the next one', async () => {
        const { page, context, complaints } = await someone(mona);
        await openTab(page, chart(4), 'medication');
        await page.getByRole('button', { name: 'ADD MEDICATION' }).focus();
        const session = await context.newCDPSession(page);
        const add = (drug: string, dose: string) =>
          [...typed(drug), ['Enter'], ...typed(dose), ['Enter', 'control']] as const;
        await burst(session, [
          ['Enter'],
          ...add('meronem', '1 g'),
          ...add('zyvox', '600 mg'),
          ...add('colomycin', '3 MIU'),
        ]);
        await expect.poll(() => drugs(page)).toEqual(['Meronem', 'Zyvox', 'Colomycin']);
        expect(await page.locator('[data-row]').allInnerTexts()).toEqual([
          expect.stringContaining('1 g'),
          expect.stringContaining('600 mg'),
          expect.stringContaining('3 MIU'),
        ]);
        expect(complaints).toEqual([]);
      });
    });

    test('the printed review: whose it is on every page, recommendations without "No error", and a line to sign on', async () => {
      const { page, complaints } = await someone(mona, { dark: true });
      await openChart(page, chart(3));
      const id = await writeReview(page, 'For the printer.');
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
      const [sheet = '', ...more] = await printed(page, id);
      const name = (await page.getByRole('region', { name: 'Patient' }).locator('bdi').first().textContent()) ?? '';
      expect(arabicLetters(name)).not.toBe('');
      expect(more).toEqual([]);
      expect(arabicLetters(sheet)).toBe(arabicLetters(name));
      for (const words of [
        'Medication review',
        'Meronem – Renal dose adjustment',
        'Severity: increased monitoring',
        'Response: Accept',
        'CrCl 25: half the dose',
        'Edited by Mona Farouk',
        'Physician’s name and signature',
        'Page 1 of 1',
      ])
        expect(sheet).toContain(words);
      for (const words of ['Zyvox', 'For the printer', 'ADD MEDICATION', 'Expand All'])
        expect(sheet).not.toContain(words);

      const long = await longReview(at().url, chart(3), [
        'Meronem',
        'Tienam',
        'Invanz',
        'Vancolon',
        'Colomycin',
        'Tygacil',
      ]);
      await unfold(page, long);
      const pages = await printed(page, long);
      expect(pages.length).toBeGreaterThan(1);
      for (const one of pages) expect(arabicLetters(one)).toBe(arabicLetters(name));
      expect(complaints).toEqual([]);
    });

    test('a review is duplicated and the copy deleted, each after being asked', async () => {
      const { page, complaints } = await someone(mona);
      await openChart(page, chart(3));
      const id = await writeReview(page, 'To be copied.');
      await addMedications(page, id, [{ drug: 'Meronem', type: 'No error' }]);
      const before = await page.locator('[data-review]').count();
      await review(page, id).getByRole('button', { name: /^Dup:/ }).click();
      await question(page, 'Are you sure you want to duplicate?').click();
      await expect.poll(() => page.locator('[data-review]').count()).toBe(before + 1);
      const copy = page.locator('[data-review]').filter({ has: page.getByText('Copied', { exact: true }) });
      await copy.getByText('To be copied.').waitFor();
      await copy.getByRole('button', { name: /^Del:/ }).click();
      await question(page, 'You are going to delete this review, are you?').click();
      await expect.poll(() => page.locator('[data-review]').count()).toBe(before);
      await unfold(page, id);
      expect(await entries(page, id).count()).toBe(1);
      expect(complaints).toEqual([]);
    });
  });

  describe.each([
    ['desktop', false],
    ['tablet', true],
    ['phone', false],
  ] as const)('at %s width, dark: %s', (width, dark) => {
    test('every tab fits and is accessible, with its forms open', async () => {
      const { page, complaints } = await someone(mona, { width, dark });
      await openTab(page, chart(2), 'medication');
      await page.getByRole('button', { name: 'ADD MEDICATION' }).click();
      await page.getByRole('button', { name: 'Show Dashboard' }).click();
      await page.getByRole('grid', { name: 'Medications by day' }).waitFor();
      const look = async (name: string) => {
        expect(await fits(page), `${name} scrolls sideways`).toBe(true);
        await expectAccessible(page);
        await picture(page, `${name}-${width}${dark ? '-dark' : ''}`);
      };
      await look('medication');
      await tab(page, 'Gallery').click();
      await page.getByLabel('Title').fill('Wound');
      await look('gallery');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page
        .getByRole('alertdialog', { name: 'Discard these images?' })
        .getByRole('button', { name: 'Discard' })
        .click();
      await tab(page, 'Notes').click();
      await page.locator('[data-item^=note-], h2').first().waitFor();
      await look('notes');
      if (width !== 'phone') {
        await page.keyboard.press('Control+/');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
        await look('shortcuts');
      }
      expect(complaints).toEqual([]);
    });
  });
}
