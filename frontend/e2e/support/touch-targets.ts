/**
 * Targets for fingers. The rule: at least 24 by 24 CSS px, as WCAG 2.5.8 (AA) asks, and at least 44 in one direction, as
 * 2.5.5 (AAA) asks in both. The label of a field belongs to its target. Links within a line of text are exempt, as in
 * both criteria, and so is what the browser itself draws.
 */
import type { Page } from 'playwright-core';

/** @returns a line for each visible target of the page that is too small */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [least, wanted] = [24, 44];
    const kinds =
      'a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=switch], [role=slider], [role=textbox]';
    const isInText = (one: Element): boolean => {
      if (!one.matches('a, button') || getComputedStyle(one).display !== 'inline') return false;
      return [...(one.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    };
    const sizeOf = (one: Element): { width: number; height: number } => {
      const label = one.closest('label') ?? (one instanceof HTMLInputElement ? one.labels?.[0] : undefined);
      const boxes = [one, ...(label ? [label] : [])].map((part) => part.getBoundingClientRect());
      return {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      };
    };
    return [...document.querySelectorAll(kinds)]
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
          !one.matches(':disabled, .skip-link, [aria-hidden=true] *') &&
          !isInText(one),
      )
      .map((one) => ({ one, ...sizeOf(one) }))
      .filter(({ width, height }) => width > 1 && height > 1)
      .filter(({ width, height }) => Math.min(width, height) < least - 0.5 || Math.max(width, height) < wanted - 0.5)
      .map(
        ({ one, width, height }) =>
          `${Math.round(width)} × ${Math.round(height)}: ${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40) ?? ''} ${one.className}`,
      );
  });
