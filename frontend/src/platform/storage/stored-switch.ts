/**
 * A preference of this browser that is on until a person switches it off. If storage is blocked, the choice lasts as
 * long as the page.
 */
import { createStore, type Store } from '../store.ts';

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
