/**
 * Sorting a list by drag and by keyboard: shown at once, told to the server when the person has come to rest, taken
 * back when it refuses.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { inOrderOf, moveTo, indexAt } from './arranging.ts';

/** Between two presses of an arrow key. */
const SETTLE_MS = 600;

interface Reorder<T> {
  shown: T[];
  /** Where a row would be dropped: before the row of this place; the last one's successor at the end. */
  dropAt: number | undefined;
  dragged: string | undefined;
  /** For the handle of a row; the rows of the list carry `data-row`. */
  handle: (id: string) => { onKeyDown: (event: KeyboardEvent) => void; onPointerDown: (event: PointerEvent) => void };
}

/** `onMoved`: for whoever does not see it. `onRest` resolves when the server has answered, either way. */
export function useReorder<T extends { _id: string }>(
  items: readonly T[],
  onMoved: (id: string, place: number) => void,
  onRest: (ids: string[]) => Promise<unknown>,
): Reorder<T> {
  const [wanted, setWanted] = useState<string[]>();
  const [settling, setSettling] = useState(false);
  const [drag, setDrag] = useState<{ id: string; at: number }>();
  const shown = inOrderOf(items, wanted);
  const ids = shown.map(({ _id }) => _id);
  const latest = useRef({ ids, onMoved, onRest });
  useEffect(() => {
    latest.current = { ids, onMoved, onRest };
  });

  useEffect(() => {
    if (!settling) return undefined;
    const timer = setTimeout(() => {
      setSettling(false);
      const sent = latest.current.ids;
      // What the person has moved meanwhile stays as they want it.
      const done = () => setWanted((now) => (now && now.join() !== sent.join() ? now : undefined));
      latest.current.onRest(sent).then(done, done);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [settling, wanted]);

  const move = (id: string, to: number) => {
    const next = moveTo(latest.current.ids, id, to);
    if (next.join() === latest.current.ids.join()) return;
    setWanted(next);
    setSettling(true);
    latest.current.onMoved(id, next.indexOf(id) + 1);
  };

  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = ids.indexOf(id);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(id, to);
  };

  const onPointerDown = (id: string) => (event: PointerEvent) => {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    const rows = [...(event.currentTarget.closest('[data-rows]')?.querySelectorAll('[data-row]') ?? [])].filter(
      (row) => row.getAttribute('data-row') !== id,
    );
    const placeOf = (y: number) =>
      indexAt(
        rows.map((row) => {
          const { top, height } = row.getBoundingClientRect();
          return top + height / 2;
        }),
        y,
      );
    const from = latest.current.ids.indexOf(id);
    setDrag({ id, at: from });
    const over = ({ clientY }: { clientY: number }) => setDrag({ id, at: placeOf(clientY) });
    const end = () => {
      window.removeEventListener('pointermove', over);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', escape);
      setDrag(undefined);
    };
    const drop = ({ clientY }: { clientY: number }) => {
      move(id, placeOf(clientY));
      end();
    };
    const escape = ({ key }: { key: string }) => key === 'Escape' && end();
    window.addEventListener('pointermove', over);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', escape);
  };

  // The place among the others, as a place among all that are shown.
  const from = drag ? ids.indexOf(drag.id) : -1;
  const dropAt = drag && drag.at !== from ? (drag.at > from ? drag.at + 1 : drag.at) : undefined;
  return {
    shown,
    dropAt,
    dragged: drag?.id,
    handle: (id) => ({ onKeyDown: onKeyDown(id), onPointerDown: onPointerDown(id) }),
  };
}
