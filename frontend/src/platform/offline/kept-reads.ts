/** Answers of the server that this device keeps, encrypted (docs/offline.md, "What is kept"). */
import { eventLogId, noteEventLog } from '../http/event-log.ts';
import { openDevice } from './offline-state.ts';
import { open, seal } from './sealed-data.ts';

export interface KeptRead {
  readonly data: unknown;
  /** When the server answered, milliseconds since the epoch. */
  readonly at: number;
}
interface Sealed extends KeptRead {
  /** The event log that its versions are of. */
  readonly log: string | undefined;
}

const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && 'data' in value;

/** @throws TypeError for data that would come back as another one, such as the code of a part */
function onlyJson(_: string, value: unknown): unknown {
  if (typeof value === 'function' || value instanceof Map || value instanceof Set || value instanceof Blob)
    throw new TypeError('No JSON');
  return value;
}

async function nameOf(key: string, names: CryptoKey): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', names, new TextEncoder().encode(key));
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns undefined without a key, or where the device has no such answer of this event log */
export async function findRead(key: readonly unknown[]): Promise<KeptRead | undefined> {
  const device = openDevice();
  if (!device) return undefined;
  const { keys, records } = device;
  try {
    const name = await nameOf(JSON.stringify(key), keys.names);
    const record = await records.read(keys.owner, name);
    if (!record) return undefined;
    const found: unknown = JSON.parse(new TextDecoder().decode(await open(keys.reads, record.sealed, name)));
    // A lock, or a sign-in of another person, came meanwhile.
    if (openDevice()?.keys !== keys || !isSealed(found)) return undefined;
    if (eventLogId() === undefined) noteEventLog(found.log ?? null);
    return found.log === eventLogId() ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Does nothing without a key, and where the device is full. */
export async function keepRead(key: readonly unknown[], { data, at }: KeptRead): Promise<void> {
  const device = openDevice();
  if (!device) return;
  const { keys, records } = device;
  try {
    const text = JSON.stringify({ data, at, log: eventLogId() } satisfies Sealed, onlyJson);
    const name = await nameOf(JSON.stringify(key), keys.names);
    const sealed = await seal(keys.reads, new TextEncoder().encode(text), name);
    // After a sign-out nothing is stored.
    if (openDevice()?.keys !== keys) return;
    await records.putRead({ owner: keys.owner, name, kind: String(key[0]), at, sealed });
  } catch {
    // It is no answer of the server, or the device is full: what it has stays.
  }
}

/** The person may no longer read it. */
export async function dropRead(key: readonly unknown[]): Promise<void> {
  const device = openDevice();
  if (!device) return;
  const { keys, records } = device;
  await records.dropRead(keys.owner, await nameOf(JSON.stringify(key), keys.names)).catch(() => undefined);
}

/** The person has lost a team: what they opened of it is not told from the rest. */
export async function dropAllReads(): Promise<void> {
  const device = openDevice();
  await device?.records.removeReads(device.keys.owner).catch(() => undefined);
}
