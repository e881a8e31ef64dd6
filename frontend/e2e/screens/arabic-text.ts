/** Tests, to be called within a started demo hospital: Arabic sentences with doses, on the screen and on paper. */
import type { ErrorType, Review, TradeLabelRow } from 'language/contract/entities';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { screenshot, setLanguage } from '../support/browser.ts';
import { openChart, review, expand } from '../support/chart-page.ts';
import { admin, callAs, mona } from '../support/demo-hospital.ts';
import { breakableParts, wordsOutOfOrder } from '../support/text-layout.ts';
import { beginPrinting, endPrinting } from '../support/paper.ts';
import type { Demo } from '../support/demo.ts';

/** Each sentence with its words from left to right. */
const sentences: readonly (readonly [html: string, ...words: string[]])[] = [
  ['<p>يعطى المحلول بمعدل 40 mL/h</p>', '40', 'mL/h'],
  ['<p>خفض الجرعة إلى 500 mg q12h</p>', '500', 'mg', 'q12h'],
  ['<p>يعطى Epanutin 100 mg مرتين يوميا</p>', 'Epanutin', '100', 'mg'],
  ['<p>حقنة Clexane 0.4 mL تحت الجلد</p>', 'Clexane', '0.4', 'mL'],
  ['<p>المدى من 5-10 mg ثم تراجع</p>', '5', '-10', 'mg'],
  ['<p>بتاريخ 2026-11-23 10:42 يعاد التحليل</p>', '2026', '-11', '-23', '10:42'],
  ['<p>التسريب 0.05-0.1 mcg/kg/min بالوريد</p>', '0.05', '-0.1', 'mcg/kg/min'],
  ['<p>الضغط 120/80 mmHg والحرارة 38.5 °C الآن</p>', '120', '/80', 'mmHg'],
  ['<p>الجرعة ٤٠ mL/h ثم ٥-١٠ mg</p>', '٤٠', 'mL/h'],
  ['<p>ثم ٥-١٠ mg فقط</p>', '٥', '-١٠', 'mg'],
  ['<p>بمعدل 60 <strong>mL/h</strong> ببطء</p>', '60', 'mL/h'],
  ['<p>تركيز 1:1000 بالعضل، نسبة 50% فقط</p>', '1', ':1000'],
  ['<p>الجرعة .5 mg يوميا</p>', '.', '5', 'mg'],
  ['<p>الجرعة &lt;.5 مجم يوميا</p>', '<', '.', '5'],
  ['<p class="ql-direction-rtl">80 mL/h</p>', '80', 'mL/h'],
  ['<p>Give جرعة 70 mL/h now مرة more</p>', 'Give', 'جرعة', '70', 'mL/h', 'now'],
];
const html = sentences.map(([sentence]) => sentence).join('');

/** The label of a bar in a report. */
const errorType = 'جرعة أقل من 500 mg q12h';

/** Adds a review of Mona with all sentences as its note and as the note of an entry. @returns its id */
async function addReview(url: string, admission: string): Promise<string> {
  const call = await callAs(url, mona.email);
  const { _id: errType } = await (
    await callAs(url, admin.email)
  )<ErrorType>('POST', '/api/errtypes', { label: errorType });
  const drugs = await call<TradeLabelRow[]>('GET', '/api/drugs');
  const meronem = drugs.find(({ label }) => label === 'Meronem')?._id;
  const drugErrs = [{ errDrug: meronem, errType, errSeverity: 'B', errRes: 2, errNote: html }];
  const { _id } = await call<Review>('POST', '/api/reviews/addReview', {
    admissionId: admission,
    reviewDate: new Date().toISOString().slice(0, 10),
    clinicalNote: html,
    drugErrs,
  });
  await call('POST', `/api/admissions/${admission}/medications`, {
    drug: meronem,
    dose: 'قرص 500 mg q12h',
    route: 'IV',
    frequency: 'كل 8 h',
    startDate: '2026-01-02',
    note: 'بمعدل 90 mL/h',
  });
  return _id;
}

/** The sentences whose words are not in order. */
async function misorderedSentences(page: Page, within: string): Promise<string[]> {
  const misordered: string[] = [];
  for (const [at, [sentence, ...words]] of sentences.entries()) {
    const misplaced = await wordsOutOfOrder(page.locator(`${within} :is(p)`).nth(at), words);
    if (misplaced.length > 0) misordered.push(`${sentence}: ${misplaced.join(', ')}`);
  }
  return misordered;
}

/** The letters of a bar's label from left to right. SVG text has no boxes, so their start positions are compared. */
const lettersOfBar = (page: Page, words: string): Promise<string> =>
  page
    .locator('.apexcharts-yaxis-label')
    .filter({ hasText: words })
    .first()
    .evaluate((label) =>
      [...label.querySelectorAll('tspan')]
        .map((line) =>
          [...(line.textContent ?? '')]
            .map((letter, at) => ({ letter, x: line.getStartPositionOfChar(at).x }))
            .filter(({ letter }) => /[\w/]/.test(letter))
            .sort((one, other) => one.x - other.x)
            .map(({ letter }) => letter)
            .join(''),
        )
        .join(' '),
    );

export function arabicTextTests(demo: Demo): void {
  describe('Arabic sentences', () => {
    test('a diagnosis in Latin letters that is too long for the Arabic ward board ends with an ellipsis', async () => {
      const { stay } = demo;
      const { page } = await demo.openAs(mona, { width: 'phone' });
      await page.goto(`/ward/${stay.team}`);
      await page.locator('[data-patient]').first().waitFor();
      await setLanguage(page, 'ar');
      const cut = await page.locator('.diagnosis').evaluateAll((lines) =>
        lines
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((line) => getComputedStyle(line))
          .map(({ textOverflow, whiteSpace, direction }) => `${textOverflow} ${whiteSpace} ${direction}`),
      );
      // Some of the demo's diagnoses are Arabic.
      expect(new Set(cut.filter((style) => style !== 'ellipsis nowrap rtl'))).toEqual(new Set(['ellipsis nowrap ltr']));
    });

    test('a number stays left of its unit: on the screen, on paper, in a chart and while typing', async () => {
      const { url, stay } = demo;
      const id = await addReview(url, stay.admission);
      const { page, pageErrors } = await demo.openAs(mona);
      await openChart(page, stay.admission);
      await expand(page, id);
      const note = review(page, id).locator('[data-entry] .rich-text');
      await note.waitFor();
      expect(await misorderedSentences(page, `[data-review="${id}"] .rich-text >> nth=0 >>`)).toEqual([]);
      expect(await misorderedSentences(page, `[data-review="${id}"] [data-entry] .rich-text`)).toEqual([]);
      expect(await breakableParts(page)).toEqual([]);
      await screenshot(page, 'arabic-sentences-desktop');
      // The text itself is unchanged.
      expect(await note.textContent()).toContain('يعطى المحلول بمعدل 40 mL/h');

      await beginPrinting(page, () => review(page, id).getByRole('button', { name: 'Print', exact: true }).click());
      await page.emulateMedia({ media: 'print' });
      expect(await misorderedSentences(page, '.print-sheet .rich-text')).toEqual([]);
      expect(await breakableParts(page)).toEqual([]);
      await screenshot(page, 'arabic-sentences-paper');
      await page.emulateMedia({ media: 'screen' });
      await endPrinting(page);

      await review(page, id).getByRole('button', { name: 'Edit Meronem' }).click();
      const editor = review(page, id).getByRole('textbox', { name: 'Note' });
      await editor.press('Control+End');
      await editor.press('Enter');
      await editor.pressSequentially('إلى 300 mg q8h');
      expect(await misorderedSentences(page, `[data-review="${id}"] .ql-editor`)).toEqual([]);
      expect(await wordsOutOfOrder(editor.locator('p').last(), ['300', 'mg', 'q8h'])).toEqual([]);
      await editor.press('Control+Enter');
      await note.filter({ hasText: '300' }).waitFor();
      const call = await callAs(url, mona.email);
      const saved = async () =>
        (await call<Review[]>('GET', `/api/reviews/listAdmissionReviews/${stay.admission}`)).find(
          ({ _id }) => _id === id,
        )?.drugErrs[0]?.errNote;
      // The read model may lag behind.
      await expect.poll(saved).toBe(`${html}<p>إلى 300 mg q8h</p>`);

      await page.goto(`/admissions/${stay.admission}?tab=medication`);
      const row = page.locator('[data-row]').filter({ hasText: '90 mL/h' });
      await row.waitFor();
      expect(await wordsOutOfOrder(row.locator('.given'), ['500', 'mg', 'q12h'])).toEqual([]);
      expect(await wordsOutOfOrder(row.locator('.note'), ['90', 'mL/h'])).toEqual([]);
      // A field contains no elements, so a preview below it shows the text in its order.
      await row.getByRole('button', { name: /^Edit/ }).click();
      expect(await wordsOutOfOrder(page.locator('[data-read-back]').last(), ['90', 'mL/h'])).toEqual([]);

      await page.goto(`/reviewSearch/${stay.team}?type=2&startDate=2020-01-01&endDate=2030-12-31`);
      await expect.poll(() => lettersOfBar(page, 'q12h')).toContain('500mgq12h');
      expect(
        await wordsOutOfOrder(page.getByRole('row').filter({ hasText: 'q12h' }).last(), ['500', 'mg', 'q12h']),
      ).toEqual([]);
      expect(pageErrors).toEqual([]);
    });
  });
}
