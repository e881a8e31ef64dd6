/** Brings an item into view once it is there: what is being opened is mounted some frames later. */
const FRAMES = 60;

export function scrollToItem(id: string, options: { block: ScrollLogicalPosition; focus?: string }): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const attempt = (left: number): void => {
    const item = document.getElementById(id);
    const target = options.focus === undefined ? item : item?.querySelector<HTMLElement>(options.focus);
    if (!item || !target) {
      if (left > 0) requestAnimationFrame(() => attempt(left - 1));
      else item?.scrollIntoView({ block: options.block });
      return;
    }
    if (options.focus !== undefined) target.focus({ preventScroll: true });
    item.scrollIntoView({ block: options.block, behavior: calm ? 'auto' : 'smooth' });
  };
  requestAnimationFrame(() => attempt(FRAMES));
}
