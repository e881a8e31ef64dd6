/** The main way through the product, in each language. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addMedications, createReview, openTab } from '../support/chart-page.ts';
import { hany, mona, PASSWORD } from '../support/demo-hospital.ts';
import { imageFile } from '../support/image-file.ts';
import { languageCodes, words } from '../support/words.ts';
import { runDemo } from '../support/demo.ts';

const demo = runDemo();

/** A patient for each language. */
const patients = {
  en: { name: 'سعاد', birthdate: '1961-05-04', note: 'Day 1, ventilated.', recommendation: 'CrCl 25: 500 mg q12h' },
  ar: {
    name: 'زينات',
    birthdate: '1957-11-23',
    note: 'أول يوم، على جهاز التنفس.',
    recommendation: 'تُخفض إلى 500 mg q12h',
  },
} as const;

const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
/** The left edge, in pixels. */
const leftOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;

test.each(languageCodes)('from the sign-in to the discharge and the history, in %s', async (code) => {
  const {
    url,
    stay: { team },
  } = demo;
  const say = words(code);
  const { name, birthdate, note, recommendation } = patients[code];
  const button = (label: string, page = mine.page) => page.getByRole('button', { name: label, exact: true });
  const mine = await demo.openAs();
  const { page } = mine;

  await page.goto('/');
  await page.getByRole('combobox', { name: words('en')('language.choose') }).selectOption(code);
  await page.locator(`html[lang=${code}]`).waitFor();
  await page.getByLabel(say('signIn.email')).fill(mona.email);
  await page.getByLabel(new RegExp(`^${say('signIn.password')}`)).fill(PASSWORD);
  await button(say('signIn.submit')).click();
  await page.waitForURL('**/teamlist');

  await page.goto(`/patientlist/${team}`);
  await page.getByLabel(say('patients.firstName')).fill(name);
  await button(say('patients.add')).click();
  const registration = page.getByRole('form', { name: say('patients.add') });
  await registration.getByLabel(say('patients.birthdate')).fill(birthdate);
  await registration.getByRole('button', { name: say('patients.add') }).click();
  await page.waitForURL('**/patient/*');
  const patient = page.url();

  await button(say('patientAdmissions.create')).click();
  await page.getByRole('textbox', { name: say('patientAdmissions.details') }).fill('احتشاء عضلة القلب، NSTEMI');
  await button(say('patientAdmissions.add')).click();
  await page.getByRole('link', { name: say('patientAdmissions.seeReviews') }).click();
  await page.waitForURL('**/admissions/*');
  const admission = idIn(page);
  const review = await createReview(page, note, say);
  await addMedications(
    page,
    review,
    [{ drug: 'Meronem', type: 'Renal dose adjustment', severity: 'd', note: recommendation }],
    say,
  );

  const physician = await demo.openAs(hany);
  await physician.context.addCookies([{ name: 'language', value: `${code}-u-nu-latn`, url }]);
  await openTab(physician.page, admission, 'notes');
  await button(say('note.create'), physician.page).click();
  await physician.page.getByRole('textbox', { name: say('note.form.text') }).fill('Agreed on the round. موافق.');
  await button(say('note.form.save'), physician.page).click();
  await physician.page.locator('[data-item^=note-]').filter({ hasText: 'موافق' }).waitFor();

  await openTab(page, admission, 'gallery');
  await page.getByLabel(say('gallery.title')).fill('أشعة X-ray');
  await page.locator('input[data-files]').setInputFiles([await imageFile(page, 'one.png')]);
  await page.locator('[data-upload][data-state=sent]').waitFor();
  await button(say('gallery.complete')).click();
  await button(say('gallery.open', { title: 'أشعة X-ray', number: 1, of: 1 })).waitFor();

  // The unfiltered list begins with older entries; how many the demo has depends on the date.
  await page.goto(`/handover/${team}?drug=Meronem`);
  const error = page.locator('[data-row]').filter({ hasText: name });
  const accept = say('code.response.1');
  await error.getByRole('button', { name: accept }).click();
  await error
    .getByRole('status')
    .getByText(say('handover.recorded', { response: accept }))
    .waitFor();

  await page.goto(`/reviewSearch/${team}?type=2&startDate=2020-01-01&endDate=2030-12-31`);
  await page.locator('.apexcharts-bar-area').first().waitFor();
  // The names of the bars are where a line begins.
  const [names, bars] = [await leftOf(page, '.apexcharts-yaxis-label'), await leftOf(page, '.apexcharts-bar-area')];
  expect(names > bars).toBe(code === 'ar');
  const [file] = await Promise.all([page.waitForEvent('download'), button(say('reports.csv')).click()]);
  expect(file.suggestedFilename()).toBe('reviews-2020-01-01-to-2030-12-31.csv');

  await page.goto(patient);
  await button(say('patientAdmissions.discharge')).click();
  const improved = say('code.dischargeStatus.0');
  await page.getByLabel(say('patientAdmissions.status')).selectOption({ label: improved });
  await button(say('patientAdmissions.dischargePatient')).click();
  await page.getByText(improved).last().waitFor();

  await page.goto(`/history/admissions/${admission}`);
  const slider = page.getByRole('slider', { name: say('timeTravel.slider.change') });
  const newest = Number(await slider.inputValue());
  await slider.press(code === 'ar' ? 'ArrowRight' : 'ArrowLeft');
  await expect.poll(() => slider.inputValue()).toBe(String(newest - 1));
  await page.getByText(name).first().waitFor();
  expect([...mine.pageErrors, ...physician.pageErrors]).toEqual([]);
});
