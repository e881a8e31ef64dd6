/**
 * The height of the window that the on-screen keyboard covers. Chromium and Firefox make the page
 * shorter instead (`interactive-widget` in index.html); Safari lays the keyboard over it.
 */
const INSET = '--keyboard-inset';

interface Viewport {
  /** Above 1 the person has zoomed in: then a part of the page is out of view for another reason. */
  scale: number;
  height: number;
  offsetTop: number;
}

/** @returns CSS pixels at the bottom of a window of this height */
export const coveredByKeyboard = (windowHeight: number, { scale, height, offsetTop }: Viewport): number =>
  scale > 1.01 ? 0 : Math.max(0, Math.round(windowHeight - height - offsetTop));

/**
 * Keeps the custom property `--keyboard-inset` of the element and of the page up to date. Each change of it at the page's
 * root restyles the whole page, so it is absent without a keyboard (its initial value is 0: `components/theme/system.ts`).
 * @returns ends it
 */
export function followKeyboard(element: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => undefined;
  const follow = (): void => {
    const covered = coveredByKeyboard(window.innerHeight, viewport);
    const inset = covered === 0 ? '' : `${covered}px`;
    for (const { style } of [document.documentElement, element])
      if (style.getPropertyValue(INSET) !== inset) style.setProperty(INSET, inset);
  };
  follow();
  viewport.addEventListener('resize', follow);
  viewport.addEventListener('scroll', follow);
  return () => {
    viewport.removeEventListener('resize', follow);
    viewport.removeEventListener('scroll', follow);
    document.documentElement.style.removeProperty(INSET);
  };
}
