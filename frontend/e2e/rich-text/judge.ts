/**
 * Judges HTML by what a real Chromium does with it, without the policy and the sanitiser of the product: what runs, what
 * is requested, and what is in the document. `hostile-texts.ts` has texts in which it must find each kind of harm.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { isRichTextClass, richTextTags } from 'language/contract/rich-text';

/** The page of the judge. Nothing listens there: the test answers. */
const ORIGIN = 'http://judge.test';
const NONCE = 'judge';

export interface Harm {
  /** The text, if it is known. */
  readonly text?: string;
  readonly harm: string;
}

/** The markup of a shown text. The view adds isolates, marks and the attributes of links. */
const allowed = {
  tags: [...richTextTags, 'bdo', 'bdi', 'mark'],
  attributes: ['href', 'dir', 'data-list', 'class', 'rel', 'target'],
  /** The classes of the view and of the editor. */
  classes: ['unbroken', 'ql-ui', 'ql-clipboard'],
};

/** Watches a context: scripts that run and requests to other hosts. To be called before its first page opens. */
export async function watch(context: BrowserContext, origin: string): Promise<Harm[]> {
  const harms: Harm[] = [];
  await context.exposeFunction('harmDone', (harm: string) => void harms.push({ harm }));
  await context.addInitScript(() => {
    const report: unknown = Reflect.get(window, 'harmDone');
    const harm = (what: string) => void (typeof report === 'function' && report(what));
    for (const name of ['alert', 'confirm', 'prompt'])
      Reflect.set(window, name, () => harm(`script ran: it called ${name}`));
    // The judge's own page reports each inline handler, script and `javascript:` address, also one that does nothing.
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, disposition }) => {
      if (disposition === 'report') harm(`script ran: ${effectiveDirective} ${sample}`);
    });
  });
  context.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (/^https?:$/.test(protocol) && to !== origin) harms.push({ harm: `request of ${request.url()}` });
  });
  return harms;
}

/** Opens the judge's page in a context of its own. */
export async function openJudge(context: BrowserContext): Promise<{ page: Page; harms: Harm[] }> {
  const harms = await watch(context, ORIGIN);
  await context.route('**/*', (route) =>
    route.request().url() === `${ORIGIN}/`
      ? route.fulfill({
          contentType: 'text/html; charset=utf-8',
          headers: { 'content-security-policy-report-only': `script-src 'nonce-${NONCE}' 'report-sample'` },
          body: '<!doctype html><title>Judge</title><body></body>',
        })
      : route.abort(),
  );
  // Relative addresses of the texts lead to the judge's own host.
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === ORIGIN && !['/', '/last'].includes(pathname)) harms.push({ harm: `request of ${request.url()}` });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`);
  return { page, harms };
}

/** Shows each text in the page, and moves the pointer over everything in it. @returns the harms */
export async function judge(page: Page, harms: readonly Harm[], texts: readonly string[]): Promise<Harm[]> {
  const before = harms.length;
  const found = await page.evaluate(async (shown) => {
    const changed: { text: string; harm: string }[] = [];
    for (const text of shown) {
      const host = document.body.appendChild(document.createElement('div'));
      host.className = 'rich-text';
      host.dataset['text'] = text;
      host.innerHTML = text;
      // A text that becomes another one when it is read again can hide markup from the first reader.
      const again = document.createElement('div');
      again.innerHTML = host.innerHTML;
      if (again.innerHTML !== host.innerHTML) changed.push({ text, harm: `mutation to ${again.innerHTML}` });
      const inside = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
      const foreign = inside.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'foreignObject'));
      foreign.innerHTML = text;
      for (const element of [...host.querySelectorAll('*'), ...foreign.querySelectorAll('*')])
        for (const name of ['pointerenter', 'pointerover', 'mouseover', 'focus', 'pointerrawupdate'])
          element.dispatchEvent(new Event(name, { bubbles: true }));
    }
    // The browser requests everything that the texts load before it requests this image.
    await new Promise((resolve) => {
      const last = new Image();
      last.addEventListener('error', resolve);
      last.src = '/last';
    });
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return changed;
  }, texts);
  const inDocument = await harmsInDocument(page);
  await page.evaluate(() => document.body.replaceChildren());
  return [...found, ...inDocument, ...harms.slice(before)];
}

/** The harms in the rich texts of a page as it is now, shown or not; and the handlers and links of the whole page. */
export async function harmsInDocument(page: Page): Promise<Harm[]> {
  const isAllowed = new Set(allowed.classes);
  const found = await page.evaluate(({ tags, attributes }) => {
    const wrong: { text: string; harm: string; classes?: string[] }[] = [];
    for (const element of document.querySelectorAll('*')) {
      const text = element.outerHTML.slice(0, 200);
      for (const name of element.getAttributeNames())
        if (/^on/i.test(name)) wrong.push({ text, harm: `handler ${name}` });
      for (const name of ['href', 'xlink:href', 'src', 'action', 'formaction'])
        // Browsers drop control characters from an address.
        if (
          /^\s*(?:javascript|vbscript|data:text)/i.test((element.getAttribute(name) ?? '').replaceAll(/[\0-\x20]/g, ''))
        )
          wrong.push({ text, harm: `link ${name}` });
      if (element.matches('iframe, object, embed, base')) wrong.push({ text, harm: `element ${element.localName}` });
    }
    for (const host of document.querySelectorAll<HTMLElement>('.rich-text')) {
      if (/fixed|absolute|sticky/.test(getComputedStyle(host).position))
        wrong.push({ text: host.outerHTML.slice(0, 200), harm: 'cover: the text is taken out of its place' });
      for (const element of host.querySelectorAll('*')) {
        const text = host.dataset['text'] ?? host.outerHTML.slice(0, 500);
        if (!tags.includes(element.localName) && element.closest('.ql-editor, .ql-clipboard, .ql-container') === null)
          wrong.push({ text, harm: `element ${element.localName}` });
        if (element.closest('.ql-container') === null) {
          for (const name of element.getAttributeNames())
            if (!attributes.includes(name)) wrong.push({ text, harm: `attribute ${name}` });
          if (/fixed|absolute|sticky/.test(getComputedStyle(element).position))
            wrong.push({ text, harm: 'cover: an element is taken out of its place' });
          wrong.push({ text, harm: 'class', classes: [...element.classList] });
        }
        if (element instanceof HTMLAnchorElement && element.hasAttribute('href'))
          if (!/^(?:https?|mailto|tel):$/.test(element.protocol)) wrong.push({ text, harm: `link ${element.href}` });
      }
    }
    return wrong;
  }, allowed);
  return found.flatMap(({ text, harm, classes }) => {
    if (!classes) return [{ text, harm }];
    const strange = classes.filter((name) => !isAllowed.has(name) && !isRichTextClass(name));
    return strange.length === 0 ? [] : [{ text, harm: `class ${strange.join(' ')}` }];
  });
}
