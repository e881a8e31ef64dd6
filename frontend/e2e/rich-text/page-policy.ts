/** Tests, to be called within a started demo hospital: the policy of the page (docs/decisions/browser/page-policy.md). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { screenshot, takeViolations } from '../support/browser.ts';
import { harmsInDocument } from './judge.ts';
import { createReview, openChart, review } from '../support/chart-page.ts';
import { mona } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

const WORD_LIST =
  '<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><style><!--\n' +
  '@list l0:level1 {mso-level-number-format:bullet;}\n--></style></head><body><!--StartFragment-->' +
  '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>INR <b>daily</b></p>' +
  '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Platelets</p>' +
  '<!--EndFragment--></body></html>';
const PAGE =
  '<h1>Plan</h1><p>Give <span style="font-weight:700">40 mg</span> <i>now</i><img src="/pixel" onerror="alert(1)"></p>' +
  '<ul><li>one</li><li>two</li></ul><script>alert(1)</script><a href="javascript:alert(1)">bad</a>';

const paste = (page: Page, label: string, html: string): Promise<void> =>
  page.getByRole('textbox', { name: label }).evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    clipboardData.setData('text/plain', 'plain');
    (editor as HTMLElement).focus();
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

/** The answers of the page to code that has got into it. Each line says what happened. */
const attacks = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const tried: string[] = [];
    const attempt = (what: string, run: () => unknown): void => {
      try {
        run();
        tried.push(`${what} passed`);
      } catch (error) {
        tried.push(`${what}: ${error instanceof Error ? error.name : 'refused'}`);
      }
    };
    const types: unknown = Reflect.get(window, 'trustedTypes');
    const create = (name: string) =>
      Reflect.apply(Reflect.get(Object(types), 'createPolicy'), types, [name, { createHTML: (html: string) => html }]);
    attempt('HTML', () => (document.createElement('div').innerHTML = '<b>a</b>'));
    attempt('a script', () => (document.createElement('script').text = 'void 0'));
    attempt('the address of a script', () => (document.createElement('script').src = '/assets/a.js'));
    attempt('a policy of its own', () => create('mine'));
    const style = document.head.appendChild(document.createElement('style'));
    style.append('body { outline: 7px solid red }');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    tried.push(`a style: ${getComputedStyle(document.body).outlineWidth === '7px' ? 'applied' : 'ignored'}`);
    return tried;
  });

export function pagePolicyTests(demo: Demo): void {
  describe('the policy of the page', () => {
    test('code that has got into a page writes no HTML, script or style, and has no policy for it', async () => {
      const { page } = await demo.openAs();
      await page.goto('/about');
      await page.getByRole('heading', { name: 'What it is for' }).waitFor();
      expect(await attacks(page)).toEqual([
        'HTML: TypeError',
        'a script: TypeError',
        'the address of a script: TypeError',
        'a policy of its own: TypeError',
        'a style: ignored',
      ]);
      const violations: string[] = [];
      await expect
        .poll(() => {
          violations.push(...takeViolations());
          return violations.map((one) => one.split(' ')[0]);
        })
        .toEqual(expect.arrayContaining(['require-trusted-types-for', 'trusted-types', 'style-src-elem']));
    });

    test('lists from Word and text from a page are pasted with their formats, and nothing of them runs', async () => {
      const { page, pageErrors } = await demo.openAs(mona);
      await openChart(page, demo.stay.admission);
      const id = await createReview(page, 'Pasted.');
      await review(page, id).locator('[data-edit-head]').click();
      const editor = review(page, id).getByRole('textbox', { name: 'Clinical notes' });
      await editor.locator('p').waitFor();
      await editor.press('Control+a');
      await paste(page, 'Clinical notes', WORD_LIST + PAGE);
      await editor.getByText('Platelets').waitFor();
      // The markup that the editor adds for its own display is left out.
      const pasted = (await editor.innerHTML()).replaceAll(
        /<span class="ql-ui"[^>]*><\/span>|<\/?bdo[^>]*>| data-direction="\w+"/g,
        '',
      );
      expect(pasted).toContain(
        '<li data-list="bullet">INR <strong>daily</strong></li><li data-list="bullet">Platelets</li>',
      );
      expect(pasted).toContain('<h2>Plan</h2><p>Give <strong>40 mg</strong> <em>now</em></p>');
      expect(pasted).toMatch(/<li data-list="bullet">one<\/li><li data-list="bullet">two<\/li>/);
      expect(await harmsInDocument(page)).toEqual([]);
      await screenshot(page, 'pasted');
      expect(pageErrors.filter((error) => !error.includes('Content Security Policy'))).toEqual([]);
      // The browser judges styles and handlers also in the document in which a pasted text is read. Nothing of it runs.
      expect(
        takeViolations().filter((one) => !/^(?:style-src-attr|style-src-elem|script-src-attr) inline/.test(one)),
      ).toEqual([]);
    });
  });
}
