/** An item that is being opened mounts some frames later: about one second of attempts. */
const ATTEMPTS_MAX = 60;

/**
 * Scrolls to the element with this `data-item` as soon as it is there.
 *
 * @param options.focus selector of the control in it that gets the focus
 */
export function scrollToItem(id: string, options: { block: ScrollLogicalPosition; focus?: string }): void {
  const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const attempt = (attemptsLeft: number): void => {
    const item = document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
    const target = options.focus === undefined ? undefined : item?.querySelector<HTMLElement>(options.focus);
    target?.focus({ preventScroll: true });
    // A closed element takes no focus.
    const isReady =
      item !== null && (options.focus === undefined || (target !== undefined && document.activeElement === target));
    if (isReady || attemptsLeft === 0)
      item?.scrollIntoView({ block: options.block, behavior: isMotionReduced ? 'auto' : 'smooth' });
    else requestAnimationFrame(() => attempt(attemptsLeft - 1));
  };
  requestAnimationFrame(() => attempt(ATTEMPTS_MAX));
}
