/** The database of this device, its vault and its texts: opened once a page, with `OFFLINE=on` (docs/offline.md). */
import { PREFIX, shareTexts, tellTextsOfOtherTabs } from '../storage/device-storage.ts';
import { createTextCipher, type TextCipher } from '../storage/text-cipher.ts';
import { MARK, offlineBounds } from './offline-setting.ts';
import { setDeviceRefused } from './offline-state.ts';
import { openRecords, type Records } from './records.ts';
import { createTextMirror, type TextMirror } from './text-mirror.ts';
import { createVault, type DeviceKeys, type Vault } from './vault.ts';

const HOUR_MS = 3_600_000;

export interface OfflineDevice {
  readonly records: Records;
  readonly vault: Vault;
  readonly mirror: TextMirror;
}

let opening: Promise<OfflineDevice | undefined> | undefined;
/** @returns undefined where the browser refuses storage: the page works as without the setting */
export function offlineDevice(): Promise<OfflineDevice | undefined> {
  opening ??= open().catch(() => {
    setDeviceRefused();
    return undefined;
  });
  return opening;
}

async function open(): Promise<OfflineDevice> {
  const records = await openRecords();
  localStorage.setItem(MARK, 'on');
  const mirror = await createTextMirror(records, sessionStorage, tellTextsOfOtherTabs);
  shareTexts(mirror);
  const trim = (): void => {
    const { hours, charts } = offlineBounds() ?? { hours: 0, charts: 0 };
    void records.trimReads(Date.now() - hours * HOUR_MS, charts).catch(() => undefined);
  };
  trim();
  setInterval(trim, HOUR_MS);
  return { records, vault: createVault(records), mirror };
}

/** Encrypts the texts of a person again, where they have another key. */
function sealAgain(storage: Storage, owner: string, from: TextCipher, to: TextCipher, into = storage): void {
  for (const name of Object.keys(storage).filter((one) => one.startsWith(`${PREFIX}${owner}/`))) {
    const sealed = storage.getItem(name) ?? '';
    try {
      into.setItem(name, to.seal(from.open(sealed, name), name));
    } catch {
      // It has the key already, or one that is not known.
    }
  }
}

export const textCipherOf = ({ texts }: DeviceKeys): TextCipher => createTextCipher(texts);

/** @param serverKey 32 bytes. What the tab has of before the setting was on gets the key of the device. */
export async function openWithServerKey(
  { vault, mirror }: OfflineDevice,
  owner: string,
  serverKey: Uint8Array<ArrayBuffer>,
): Promise<DeviceKeys> {
  const keys = await vault.openWithServerKey(owner, serverKey);
  sealAgain(mirror.storage, owner, createTextCipher(serverKey), textCipherOf(keys));
  return keys;
}

/** The setting was turned off: the person's drafts and unsent commands move to the tab, and the rest is removed. */
export async function leaveDevice(owner: string, serverKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const records = await openRecords();
  const vault = createVault(records);
  await records.trimReads(Infinity, 0);
  if (!(await records.key(owner))) return;
  const keys = await vault.openWithServerKey(owner, serverKey);
  const texts = await records.texts();
  const own = texts.filter(({ name }) => name.startsWith(`${PREFIX}${owner}/`));
  const found = Object.fromEntries(own.map(({ name, text }) => [name, text]));
  const storage: Storage = Object.assign(Object.create({ getItem: (name: string) => found[name] ?? null }), found);
  sealAgain(storage, owner, textCipherOf(keys), createTextCipher(serverKey), sessionStorage);
  await records.putTexts(new Map(own.map(({ name }) => [name, undefined])));
  await vault.forget(owner);
  if (own.length === texts.length) localStorage.removeItem(MARK);
}
