/**
 * Brings the item of this `data-item` into view once it is there: what is being opened is mounted some frames later.
 */
const FRAMES = 60;

export function scrollToItem(id: string, options: { block: ScrollLogicalPosition; focus?: string }): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const attempt = (left: number): void => {
    const item = document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
    const target = options.focus === undefined ? undefined : item?.querySelector<HTMLElement>(options.focus);
    target?.focus({ preventScroll: true });
    // What is still closed takes no focus.
    const isReady =
      item !== null && (options.focus === undefined || (target !== undefined && document.activeElement === target));
    if (isReady || left === 0) item?.scrollIntoView({ block: options.block, behavior: calm ? 'auto' : 'smooth' });
    else requestAnimationFrame(() => attempt(left - 1));
  };
  requestAnimationFrame(() => attempt(FRAMES));
}
