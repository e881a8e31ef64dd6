/** The team whose page was visited last on this device: the bar leads to its screens. */
import { createStore, useStore } from 'zustand';

const KEY = 'team';
const store = createStore<string>(() => {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
});

export const lastTeam = store.getState;
/** Empty before the first visit. It may be a team that the person is not in. */
export const useLastTeam = (): string => useStore(store);

export function rememberTeam(id: string): void {
  if (store.getState() === id) return;
  store.setState(id, true);
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
