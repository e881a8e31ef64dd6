/** The time of the last message of the live connection, to the minute: the data on the screen is of that time. */
import { createStore, useStore } from '../../platform/store.ts';

const MINUTE_MS = 60_000;
const lastMinute = createStore<number | undefined>(undefined);

/** To be called for each note and heartbeat, and when the connection comes up. */
export const recordMessage = (now: number = Date.now()): void => lastMinute.set(now - (now % MINUTE_MS));

/** Milliseconds since the epoch; undefined before the first message. */
export const useLastMessageTime = (): number | undefined => useStore(lastMinute);
