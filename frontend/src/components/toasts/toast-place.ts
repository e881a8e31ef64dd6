/** Where toasts come, so that they cover no button. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** `weight`: how bad it is to cover it, where something has to be covered: that of a field, or more. */
export interface Obstacle extends Rect {
  weight: number;
}
export const FIELD = 1;
export const BUTTON = 10;
/** The button that a form is for. */
export const SUBMIT = 100;
export interface Shift {
  x: number;
  y: number;
}

const STEP_PX = 4;
/** Kept free around a button. */
const MARGIN_PX = 4;
/** Above this part of the viewport are the patient's names and the head of the page. */
const HIGHEST = 0.35;
const HIGHEST_FOR_FIELDS = 0.6;

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
 * The lowest free place, in the corner of the toasts before the other one. A field is kept free where that costs no
 * long way up, a button always; where no place is free, the toasts cover what weighs least.
 * @param home where they stand unmoved, at the foot of the viewport
 * @param now how they are moved already: they stay while that is free
 */
export function freePlace(
  home: Rect,
  obstacles: readonly Obstacle[],
  viewport: { width: number; height: number },
  now: Shift,
): Shift {
  const across = viewport.width - home.right - home.left;
  const sides = Math.abs(across) < 1 ? [0] : [0, across];
  const places = [now];
  for (let y = 0; home.top + y >= viewport.height * HIGHEST; y -= STEP_PX) places.push(...sides.map((x) => ({ x, y })));
  const covered = (place: Shift, of: readonly Obstacle[]): number => {
    const there = moved(home, place);
    return of.reduce((sum, obstacle) => sum + obstacle.weight * overlap(there, obstacle), 0);
  };
  const low = places.filter(({ y }) => home.top + y >= viewport.height * HIGHEST_FOR_FIELDS);
  const buttons = obstacles.filter(({ weight }) => weight > FIELD);
  const free =
    low.find((place) => covered(place, obstacles) === 0) ?? places.find((place) => covered(place, buttons) === 0);
  if (free) return free;
  const [least = now] = places
    .map((place) => ({ place, cost: covered(place, obstacles) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ place }) => place);
  return least;
}
