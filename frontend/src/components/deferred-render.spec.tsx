import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useRef } from 'react';
import { DeferredRender, RoomForRows, useFirstRows } from './deferred-render.tsx';

afterEach(() => vi.restoreAllMocks());

/** Positions of the placeholders on the screen, by their heights: jsdom has no layout. */
const mockPositions = (bottoms: { [height: string]: number }) =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { bottom: bottoms[this.style.height] ?? 0 } as DOMRect;
  });
const drawn = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent);

test('items in or below the window mount first, and items above last; a placeholder keeps their height', async () => {
  mockPositions({ '1rem': -100, '2rem': 50, '3rem': 300 });
  const order: string[] = [];
  const Drawn = ({ name }: { name: string }) => {
    if (!order.includes(name)) order.push(name);
    return <p>{name}</p>;
  };
  const { container } = render(
    ['above', 'in sight', 'below'].map((name, at) => (
      <DeferredRender key={name} height={`${at + 1}rem`}>
        <Drawn name={name} />
      </DeferredRender>
    )),
  );
  expect(drawn()).toEqual([]);
  expect([...container.children].map((element) => (element as HTMLElement).style.height)).toEqual([
    '1rem',
    '2rem',
    '3rem',
  ]);
  await screen.findByText('above');
  expect(order).toEqual(['in sight', 'below', 'above']);
  expect(drawn()).toEqual(['above', 'in sight', 'below']);
});

test('an item that is removed before its turn does not mount and does not block the next one', async () => {
  const never = vi.fn(() => null);
  const Never = never;
  const both = (closed: boolean) => (
    <>
      {closed ? null : (
        <DeferredRender height="1rem">
          <Never />
        </DeferredRender>
      )}
      <DeferredRender height="2rem">
        <p>drawn</p>
      </DeferredRender>
    </>
  );
  const { rerender } = render(both(false));
  act(() => rerender(both(true)));
  await waitFor(() => expect(drawn()).toEqual(['drawn']));
  expect(never).not.toHaveBeenCalled();
});

test('a page in the background, which does not paint, mounts the items, too', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
  render(
    <DeferredRender height="1rem">
      <p>drawn</p>
    </DeferredRender>,
  );
  await screen.findByText('drawn');
});

test('a list of which the first rows are shown holds the room of all', async () => {
  // Rows of 40 px, one below the other.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const top = 40 * [...(this.parentElement?.children ?? [])].indexOf(this);
    return { top, bottom: top + 40 } as DOMRect;
  });
  const all = ['1', '2', '3', '4', '5'];
  function List() {
    const list = useRef<HTMLUListElement>(null);
    const rows = useFirstRows(all, 2, list);
    return (
      <ul ref={list}>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
        {rows.length < all.length ? <RoomForRows shown={rows.length} missing={all.length - rows.length} /> : null}
      </ul>
    );
  }
  const { container } = render(<List />);
  const room = container.querySelector<HTMLElement>('li[aria-hidden]');
  expect(room?.style.blockSize).toBe('120px');
  await screen.findByText('5');
  expect(container.querySelector('li[aria-hidden]')).toBeNull();
});
