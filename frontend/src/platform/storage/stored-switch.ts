import { createStore, useStore } from 'zustand';

export interface StoredSwitch {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
  readonly useIsOn: () => boolean;
}

/**
 * A preference of this browser. If storage is blocked, the choice lasts as long as the page.
 *
 * @param byDefault until a person chooses; on
 */
export function createStoredSwitch(key: string, byDefault = (): boolean => true): StoredSwitch {
  const store = createStore(() => readSwitch(key) ?? byDefault());
  return {
    isOn: store.getState,
    set(isOn) {
      store.setState(isOn, true);
      try {
        if (isOn === byDefault()) localStorage.removeItem(key);
        else localStorage.setItem(key, isOn ? 'on' : 'off');
      } catch {
        // Storage is blocked or full.
      }
    },
    useIsOn: () => useStore(store),
  };
}

function readSwitch(key: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : stored !== 'off';
  } catch {
    return undefined;
  }
}
