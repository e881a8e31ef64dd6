/**
 * Looks at charts without a network (docs/offline.md, "Without a network"). They are noted on the device, encrypted, and each chart
 * is read again with the next connection: the server notes the read in the access log.
 */
import * as admissionCalls from 'language/contract/calls/admissions';
import { ApiError } from '../platform/http/api.ts';
import { signedInUser } from '../platform/session/session.ts';
import { deviceStorage } from '../platform/storage/device-storage.ts';
import { onChartRead, onKeptChart } from './cache/kept-queries.ts';
import { api } from './client.ts';
import { live } from './live/live-connection.ts';

/** Stored among the texts of the person: do not rename. */
const NAME = 'looks';

const isText = (value: unknown): value is string => typeof value === 'string';
function storedLooks(user: string): string[] {
  const stored: unknown = JSON.parse(deviceStorage.read(user, NAME) ?? '[]');
  return Array.isArray(stored) ? stored.filter(isText) : [];
}

/** @param change of the admissions whose look is not in the access log */
function changeLooks(change: (admissions: ReadonlySet<string>) => Iterable<string>): void {
  const user = signedInUser()?._id;
  if (user === undefined || !deviceStorage.isOpen(user)) return;
  try {
    const before = new Set(storedLooks(user));
    const after = [...change(before)];
    if (after.length === before.size) return;
    if (after.length === 0) deviceStorage.remove(user, NAME);
    else deviceStorage.write(user, NAME, JSON.stringify(after));
  } catch {
    // Storage is blocked or full.
  }
}
const settle = (admission: string): void => changeLooks((before) => [...before].filter((one) => one !== admission));

onKeptChart((admission) => changeLooks((before) => new Set([...before, admission])));
onChartRead(settle);

let isTelling = false;
async function tellLooks(user: string): Promise<void> {
  if (isTelling || !deviceStorage.isOpen(user)) return;
  isTelling = true;
  try {
    for (const admission of storedLooks(user)) {
      try {
        await api(admissionCalls.getAdmission, { params: { id: admission } });
      } catch (error) {
        // The chart is closed to the person by now: the server notes no look at it.
        if (ApiError.from(error).isTransient || ApiError.from(error).status === 401) return;
      }
      settle(admission);
    }
  } finally {
    isTelling = false;
  }
}

let wasLive = false;
const follow = (): void => {
  const user = signedInUser()?._id;
  if (wasLive && user !== undefined) void tellLooks(user).catch(() => undefined);
};
live.subscribe((state) => {
  const isLive = state.matches({ on: 'live' });
  if (isLive === wasLive) return;
  wasLive = isLive;
  follow();
});
deviceStorage.onOpened(follow);
