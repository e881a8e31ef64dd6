import { useEffect, type RefObject } from 'react';
import { BUTTON, FIELD, freePlace, SUBMIT, type Obstacle, type Rect, type Shift } from './toast-place.ts';

/** Links that look like buttons are some; a switch or a choice is the whole of its label. */
const BUTTONS = ':is(button, [role=button], .chakra-button, summary, label:has(input))';
const FIELDS = ':is(input, select, textarea, [contenteditable=true])';
const weightOf = (one: Element): number =>
  one.matches('[type=submit]') ? SUBMIT : one.matches(BUTTONS) ? BUTTON : FIELD;

/** Safari before 17.4 cannot tell: there what takes room counts as shown. */
const isShown = (one: Element): boolean =>
  !('checkVisibility' in Element.prototype) ||
  one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });

/**
 * The buttons and fields in sight; behind a dialog none is. What is skipped while out of sight is not laid out for
 * this.
 */
function obstacles(toasts: Element): Obstacle[] {
  const within = [...document.querySelectorAll('[role$=dialog][aria-modal=true]')].at(-1) ?? document.body;
  return [...within.querySelectorAll(`${BUTTONS}, ${FIELDS}`)]
    .filter((one) => !toasts.contains(one) && isShown(one))
    .map((one) => ({ weight: weightOf(one), rect: one.getBoundingClientRect() }))
    .filter(({ rect: { top, bottom, width } }) => width > 1 && bottom > 0 && top < window.innerHeight)
    .map(({ weight, rect: { left, top, right, bottom } }) => ({ weight, left, top, right, bottom }));
}

/**
 * Where the toasts stand unmoved, as they are laid out: what is measured on the screen lags behind a move. Undefined
 * while there are none.
 */
function homeOf(group: HTMLElement): Rect | undefined {
  const toasts = [...group.querySelectorAll<HTMLElement>('[data-part=root]:not([data-state=closed])')];
  const height =
    toasts.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0) + Math.max(0, toasts.length - 1) * GAP_PX;
  const [first] = toasts;
  if (!first || height === 0) return undefined;
  const left = group.offsetLeft + first.offsetLeft;
  const bottom = group.offsetTop + group.offsetHeight;
  return { left, right: left + first.offsetWidth, top: bottom - height, bottom };
}
/** Between two toasts, the library's own. */
const GAP_PX = 16;

/** Keeps the toasts within `host` off the buttons, also while the page under them changes or is scrolled. */
export function useToastPlace(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const group = host.current?.querySelector<HTMLElement>('[data-part=group]');
    if (!group) return undefined;
    let now: Shift = { x: 0, y: 0 };
    let frame: number | undefined;
    const place = () => {
      frame = undefined;
      const home = homeOf(group);
      // The next ones begin in their own corner.
      if (!home) now = { x: 0, y: 0 };
      else {
        now = freePlace(
          home,
          obstacles(group),
          { width: document.documentElement.clientWidth, height: window.innerHeight },
          now,
        );
        group.style.translate = `${now.x}px ${now.y}px`;
      }
    };
    const later = () => {
      frame ??= requestAnimationFrame(place);
    };
    const comeAndGo = new MutationObserver(later);
    comeAndGo.observe(group, { childList: true });
    const page = new ResizeObserver(later);
    page.observe(document.body);
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      comeAndGo.disconnect();
      page.disconnect();
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [host]);
}
