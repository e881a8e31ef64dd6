/** A value of a module that components read and subscribe to. */
import { useSyncExternalStore } from 'react';

export interface Store<State> {
  readonly get: () => State;
  /** Calls the listeners, unless `next` is the value that the store has. */
  readonly set: (next: State) => void;
  /** @returns unsubscribes */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next) => {
      if (Object.is(state, next)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `select` returns a primitive or a part of the state, never a new object. The component renders when that changes. */
export function useStore<State>(store: Store<State>): State;
export function useStore<State, Value>(store: Store<State>, select: (state: State) => Value): Value;
export function useStore<State, Value>(store: Store<State>, select?: (state: State) => Value): State | Value {
  const read = () => (select ? select(store.get()) : store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

/**
 * A preference of this browser that is on until a person switches it off. If storage is blocked, the choice lasts as
 * long as the page.
 */
export function createStoredSwitch(key: string): Store<boolean> {
  const store = createStore(readSwitch(key));
  return {
    ...store,
    set(isOn) {
      store.set(isOn);
      try {
        if (isOn) localStorage.removeItem(key);
        else localStorage.setItem(key, 'off');
      } catch {
        // Storage is blocked or full.
      }
    },
  };
}

function readSwitch(key: string): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}
