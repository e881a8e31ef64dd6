/**
 * Sorts a list by drag and by keyboard.
 * The new order is shown at once, sent after the last move, and undone when the server refuses it.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** From the last move to sending: longer than between two presses of an arrow key. */
const SEND_DELAY_MS = 600;

/** The ids with `id` at index `to`, the others in their order. An index beyond an end means that end. */
export function moveTo(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((other) => other !== id);
  if (rest.length === ids.length) return [...ids];
  const index = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, index), id, ...rest.slice(index)];
}

/** The items in the order of `ids`. Items that are not in `ids` come last. */
export function inOrderOf<T extends { _id: string }>(items: readonly T[], ids: readonly string[] | undefined): T[] {
  if (!ids) return [...items];
  const indexes = new Map(ids.map((id, index) => [id, index]));
  return [...items].sort((a, b) => (indexes.get(a._id) ?? ids.length) - (indexes.get(b._id) ?? ids.length));
}

/** The index at which a row is dropped. @param middles of the other rows from the top @param y of the pointer, in px */
export const indexAt = (middles: readonly number[], y: number): number => middles.filter((middle) => middle < y).length;

interface Reorder<T> {
  /** The items in the order that the person has chosen. */
  ordered: T[];
  /** The index of the row before which the dragged row would be dropped; the count of rows for the end. */
  dropIndex: number | undefined;
  draggedId: string | undefined;
  /** For the drag handle of a row. The list carries `data-rows`, each row `data-row` with its id. */
  handleProps: (id: string) => {
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: PointerEvent) => void;
  };
}

/**
 * @param onMoved is called after each move, to announce it to a screen reader
 * @param send sends the new order; settles when the server has answered
 */
export function useReorder<T extends { _id: string }>(
  items: readonly T[],
  onMoved: (id: string, number: number) => void,
  send: (ids: string[]) => Promise<unknown>,
): Reorder<T> {
  const [wantedIds, setWantedIds] = useState<string[]>();
  const [isUnsent, setIsUnsent] = useState(false);
  const [drag, setDrag] = useState<{ id: string; index: number }>();
  const ordered = inOrderOf(items, wantedIds);
  const ids = ordered.map(({ _id }) => _id);
  const latest = useRef({ ids, onMoved, send });
  useEffect(() => {
    latest.current = { ids, onMoved, send };
  });

  useEffect(() => {
    if (!isUnsent) return undefined;
    const timer = setTimeout(() => {
      setIsUnsent(false);
      const sent = latest.current.ids;
      // Moves made while the server answers are kept.
      const done = () => setWantedIds((now) => (now && now.join() !== sent.join() ? now : undefined));
      latest.current.send(sent).then(done, done);
    }, SEND_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isUnsent, wantedIds]);

  const move = (id: string, to: number) => {
    const next = moveTo(latest.current.ids, id, to);
    if (next.join() === latest.current.ids.join()) return;
    setWantedIds(next);
    setIsUnsent(true);
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
    const dropIndexAt = (y: number) =>
      indexAt(
        rows.map((row) => {
          const { top, height } = row.getBoundingClientRect();
          return top + height / 2;
        }),
        y,
      );
    const from = latest.current.ids.indexOf(id);
    setDrag({ id, index: from });
    const over = ({ clientY }: { clientY: number }) => setDrag({ id, index: dropIndexAt(clientY) });
    const end = () => {
      window.removeEventListener('pointermove', over);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', escape);
      setDrag(undefined);
    };
    const drop = ({ clientY }: { clientY: number }) => {
      move(id, dropIndexAt(clientY));
      end();
    };
    const escape = ({ key }: { key: string }) => key === 'Escape' && end();
    window.addEventListener('pointermove', over);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', escape);
  };

  // `drag.index` counts the other rows; `dropIndex` counts all rows.
  const from = drag ? ids.indexOf(drag.id) : -1;
  const dropIndex = drag && drag.index !== from ? (drag.index > from ? drag.index + 1 : drag.index) : undefined;
  return {
    ordered,
    dropIndex,
    draggedId: drag?.id,
    handleProps: (id) => ({ onKeyDown: onKeyDown(id), onPointerDown: onPointerDown(id) }),
  };
}
