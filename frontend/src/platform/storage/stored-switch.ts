import { createStore, useStore } from 'zustand';

export interface StoredSwitch {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
  readonly useIsOn: () => boolean;
}

/**
 * A preference of this browser that is on until a person switches it off. If storage is blocked, the choice lasts as
 * long as the page.
 */
export function createStoredSwitch(key: string): StoredSwitch {
  const store = createStore(() => readSwitch(key));
  return {
    isOn: store.getState,
    set(isOn) {
      store.setState(isOn, true);
      try {
        if (isOn) localStorage.removeItem(key);
        else localStorage.setItem(key, 'off');
      } catch {
        // Storage is blocked or full.
      }
    },
    useIsOn: () => useStore(store),
  };
}

function readSwitch(key: string): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}
