/**
 * Renders the toasts, at a place where they cover no button (docs/decisions/browser/steady-screens.md). `toaster.tsx`
 * loads it.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { Box } from '@chakra-ui/react/box';
import { createToaster, Toast, Toaster } from '@chakra-ui/react/toast';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { clinicalText } from '../text/clinical-text.tsx';

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** `weight`: the cost of covering it, for when there is no free position. */
export interface Obstacle extends Rect {
  weight: number;
}
export const FIELD = 1;
export const BUTTON = 10;
/** The submit button of a form. */
export const SUBMIT = 100;
export interface Shift {
  x: number;
  y: number;
}

const STEP_PX = 4;
/** The free margin around an obstacle. */
const MARGIN_PX = 4;
/** No toast above this part of the viewport: the patient's identity and the page header are there. */
const MIN_TOP = 0.35;
/** Unless that keeps them off a button: then below the patient's banner. */
const MIN_TOP_FOR_BUTTONS = 0.15;
/** No toast above this part for the sake of a field alone. */
const MIN_TOP_FOR_FIELDS = 0.6;

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left) + MARGIN_PX) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + MARGIN_PX);
const moved = ({ left, top, right, bottom }: Rect, { x, y }: Shift): Rect => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

/**
 * The lowest free position, in the toasts' own corner before the other one. It never covers a button, and no field
 * unless the position would be far up. If no position is free, the one with the least weight below it.
 * @param home the toasts' unmoved position, at the bottom of the viewport
 * @param now their current shift: they stay while it is free
 */
export function freePosition(
  home: Rect,
  obstacles: readonly Obstacle[],
  viewport: { width: number; height: number },
  now: Shift,
): Shift {
  const across = viewport.width - home.right - home.left;
  const sides = Math.abs(across) < 1 ? [0] : [0, across];
  const everywhere = [now];
  for (let y = 0; home.top + y >= viewport.height * MIN_TOP_FOR_BUTTONS; y -= STEP_PX)
    everywhere.push(...sides.map((x) => ({ x, y })));
  const from = (minTop: number) => everywhere.filter(({ y }) => home.top + y >= viewport.height * minTop);
  const covered = (shift: Shift, of: readonly Obstacle[]): number => {
    const there = moved(home, shift);
    return of.reduce((sum, obstacle) => sum + obstacle.weight * overlap(there, obstacle), 0);
  };
  const buttons = obstacles.filter(({ weight }) => weight > FIELD);
  const free =
    from(MIN_TOP_FOR_FIELDS).find((shift) => covered(shift, obstacles) === 0) ??
    everywhere.find((shift) => covered(shift, buttons) === 0);
  if (free) return free;
  const [least = now] = from(MIN_TOP)
    .map((shift) => ({ shift, cost: covered(shift, obstacles) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ shift }) => shift);
  return least;
}

/** Includes links with the look of buttons, and the whole label of a switch or radio button. */
const BUTTONS = ':is(button, [role=button], .chakra-button, summary, label:has(input))';
const FIELDS = ':is(input, select, textarea, [contenteditable=true])';
const weightOf = (one: Element): number =>
  one.matches('[type=submit]') ? SUBMIT : one.matches(BUTTONS) ? BUTTON : FIELD;

/** Safari before 17.4 has no `checkVisibility`: there every element with a size counts as shown. */
const isShown = (one: Element): boolean =>
  !('checkVisibility' in Element.prototype) ||
  one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });

/** The visible buttons and fields; with an open dialog, those of the dialog. Skipped content is not laid out. */
function obstacles(toasts: Element): Obstacle[] {
  const within = [...document.querySelectorAll('[role$=dialog][aria-modal=true]')].at(-1) ?? document.body;
  return [...within.querySelectorAll(`${BUTTONS}, ${FIELDS}`)]
    .filter((one) => !toasts.contains(one) && isShown(one))
    .map((one) => ({ weight: weightOf(one), rect: one.getBoundingClientRect() }))
    .filter(({ rect: { top, bottom, width } }) => width > 1 && bottom > 0 && top < window.innerHeight)
    .map(({ weight, rect: { left, top, right, bottom } }) => ({ weight, left, top, right, bottom }));
}

/** The library's gap between two toasts. */
const GAP_PX = 16;
/** The unmoved position of the toasts, from their layout: their rectangle follows a move late. Undefined if none. */
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
/** Keeps the toasts within `host` off the buttons, also while the page changes or scrolls. */
function useToastPosition(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const group = host.current?.querySelector<HTMLElement>('[data-part=group]');
    if (!group) return undefined;
    let now: Shift = { x: 0, y: 0 };
    let frame: number | undefined;
    const position = () => {
      frame = undefined;
      const home = homeOf(group);
      // The next toasts start in their own corner.
      if (!home) now = { x: 0, y: 0 };
      else {
        now = freePosition(
          home,
          obstacles(group),
          { width: document.documentElement.clientWidth, height: window.innerHeight },
          now,
        );
        group.style.translate = `${now.x}px ${now.y}px`;
      }
    };
    const schedule = () => {
      frame ??= requestAnimationFrame(position);
    };
    const toastObserver = new MutationObserver(schedule);
    toastObserver.observe(group, { childList: true });
    const pageObserver = new ResizeObserver(schedule);
    pageObserver.observe(document.body);
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      toastObserver.disconnect();
      pageObserver.disconnect();
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [host]);
}

/** The library's hotkey is Alt+T, which opens the templates here: the two would take the focus from each other. */
export const toaster = createToaster({
  placement: 'bottom-end',
  pauseOnPageIdle: true,
  max: 3,
  hotkey: ['altKey', 'KeyM'],
});

/** Clicks go through a toast to what is below it. */
const clickThrough = { '&, & *': { pointerEvents: 'none !important' } };

export default function ToastHost() {
  const t = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  useToastPosition(host);
  return (
    <Box ref={host} data-print="hide">
      {/* The library's own name is English, with the place and the hotkey. */}
      <Toaster toaster={toaster} aria-label={t('toasts.region')} insetInline={{ mdDown: '4' }} css={clickThrough}>
        {(toast) => (
          <Toast.Root width={{ md: 'sm' }} paddingBlock="3">
            <Toast.Indicator />
            <Box flex="1">
              {toast.title !== undefined && <Toast.Title>{clinicalText(toast.title)}</Toast.Title>}
              {toast.description !== undefined && (
                <Toast.Description>{clinicalText(toast.description)}</Toast.Description>
              )}
            </Box>
            {toast.action ? <Toast.ActionTrigger>{toast.action.label}</Toast.ActionTrigger> : null}
          </Toast.Root>
        )}
      </Toaster>
    </Box>
  );
}
