/**
 * Hostile rich text, judged by Chromium: DOMPurify's own payloads and published attacks pass the running product and are
 * shown; and each place that shows rich text is given unsanitised text, with the policy of the page off, so that the
 * browser's sanitiser alone holds it. `npm run test:hostile` writes every payload into every field.
 */
import { readFile } from 'node:fs/promises';
import type { Review } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { beforeAll, describe, expect, test } from 'vitest';
import { openContext } from '../support/browser.ts';
import { describedFields, openFields, type ApiDescription, type Subjects } from './fields.ts';
import { harmful, long, published } from './hostile-texts.ts';
import { judge, openJudge } from './judge.ts';
import { pagePolicyTests } from './page-policy.ts';
import { placeTests } from './places.ts';
import { runDemo } from '../support/demo.ts';

const demo = runDemo();
let subjects: Subjects;
beforeAll(async () => {
  subjects = await openFields(demo.url, demo.stay);
});

const corpus = JSON.parse(await readFile(new URL('dompurify-payloads.json', import.meta.url), 'utf8')) as {
  payloads: string[];
};
const payloads = [...corpus.payloads, ...published, ...harmful.map(({ html }) => html)];
const ENTRIES_A_REVIEW = 50;

/** Writes texts as notes of entries, and reads them back. A text that is refused has no answer. */
async function throughProduct(texts: readonly string[]): Promise<string[]> {
  const drugErrs = texts.map((errNote) => ({ errType: NO_ERROR._id, errDrug: subjects.tradeLabel, errNote }));
  const reviewDate = new Date().toISOString().slice(0, 10);
  const body = { admissionId: demo.stayAt(1).admission, reviewDate, drugErrs };
  try {
    const written = await subjects.mona<Review>('POST', '/api/reviews/addReview', body);
    const read = await subjects.mona<Review[]>('GET', `/api/reviews/listAdmissionReviews/${demo.stayAt(1).admission}`);
    const found = read.find(({ _id }) => _id === written._id);
    return (found ?? written).drugErrs.map(({ errNote }) => errNote);
  } catch (error) {
    if (!(error instanceof Error && / 400 /.test(error.message))) throw error;
    if (texts.length <= 1) return [];
    const half = Math.ceil(texts.length / 2);
    return [...(await throughProduct(texts.slice(0, half))), ...(await throughProduct(texts.slice(half)))];
  }
}

/** A payload may be nested too deeply to be saved, and a person recommends another one once. */
function refusedForItself(error: unknown): string[] {
  if (error instanceof Error && /"reason":"(?:formatting|too-much|too-many|already-recommended)/.test(error.message))
    return [];
  throw error;
}

/** All texts with markup in an answer. */
function textsIn(answer: unknown): string[] {
  if (typeof answer === 'string') return answer.includes('<') ? [answer] : [];
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(textsIn) : [];
}

function inBatches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

describe('the judge', () => {
  test.each(harmful)('sees the harm "$harm" of $html', async ({ harm, html }) => {
    const context = await openContext(demo.browser);
    const { page, harms } = await openJudge(context);
    expect((await judge(page, harms, [html])).map((found) => found.harm).join('\n')).toContain(harm);
    await context.close();
  });
  test('accepts what the editor writes', async () => {
    const context = await openContext(demo.browser);
    const { page, harms } = await openJudge(context);
    const text =
      '<p class="ql-align-right ql-direction-rtl">a <a href="tel:+20">b</a></p><ol><li data-list="bullet">c</li></ol>';
    expect(await judge(page, harms, [text])).toEqual([]);
    await context.close();
  });
});

test('no payload does harm once it has passed the product', { timeout: 300_000 }, async () => {
  const context = await openContext(demo.browser);
  const { page, harms } = await openJudge(context);
  let stored = 0;
  for (const batch of inBatches(payloads, ENTRIES_A_REVIEW)) {
    const texts = await throughProduct(batch);
    stored += texts.length;
    expect(await judge(page, harms, texts)).toEqual([]);
  }
  expect(stored).toBeGreaterThan(payloads.length * 0.9);
  await context.close();
});

describe('the fields', () => {
  test('are all that the API description calls rich text', async () => {
    const description = (await (await fetch(`${demo.url}/api/docs/openapi.json`)).json()) as ApiDescription;
    expect(subjects.fields.map(({ name }) => name).sort()).toEqual(describedFields(description).sort());
  });
  test('sanitise what they are given', { timeout: 3_600_000 }, async () => {
    const given =
      process.env['HOSTILE'] === 'whole'
        ? inBatches(payloads, 1)
        : [published.filter((text) => !text.includes('<div><div>')).slice(0, 12)];
    const context = await openContext(demo.browser);
    const { page, harms } = await openJudge(context);
    for (const { name, write } of subjects.fields) {
      for (const texts of given) {
        const answer = await write(`<p>Begin</p>${texts.map((text) => `<p>${text}</p>`).join('')}`).catch(
          refusedForItself,
        );
        expect(await judge(page, harms, textsIn(answer)), name).toEqual([]);
      }
    }
    await context.close();
  });
  test.each(long)('answer $what with a refusal, and go on', async ({ html }) => {
    for (const { name, write } of subjects.fields) await expect(write(html), name).rejects.toThrow(/ 4(?:00|13) /);
  });
});

placeTests(demo, () => subjects);
pagePolicyTests(demo);
