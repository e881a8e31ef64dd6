import { act, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { expect, test, vi } from 'vitest';
import { createStore, useStore } from './store.ts';

test('a listener is called for each new value until it unsubscribes', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  store.set(3);
  unsubscribe();
  store.set(4);
  expect(seen).toEqual([2, 3]);
  expect(store.get()).toBe(4);
});

test('a component renders when what it selects has changed, and only then', () => {
  const store = createStore({ count: 1, name: 'Hoda' });
  const onRender = vi.fn();
  function Count() {
    return <p>{useStore(store, ({ count }) => count)}</p>;
  }
  render(
    <Profiler id="count" onRender={onRender}>
      <Count />
    </Profiler>,
  );
  act(() => store.set({ count: 1, name: 'Ali' }));
  expect(onRender).toHaveBeenCalledOnce();
  act(() => store.set({ count: 2, name: 'Ali' }));
  expect(screen.getByText('2')).toBeInTheDocument();
});
