/** The offline PIN of the signed-in person on this device (docs/offline.md). */
import { textCipherOf } from '../offline/offline-device.ts';
import { openDevice, tellPinChanged } from '../offline/offline-state.ts';
import { deviceOf, openedByPin } from './device-key.ts';
import { signedInUser } from './session.ts';

/** @returns the tries that are left after a wrong PIN; undefined if it was right */
export async function openWithPin(pin: string): Promise<{ triesLeft: number } | undefined> {
  const [user, device] = [signedInUser()?._id, await deviceOf()];
  if (user === undefined || !device) return { triesLeft: 0 };
  const outcome = await device.vault.openWithPin(user, pin);
  if (!('keys' in outcome)) return { triesLeft: 'wrong' in outcome ? outcome.triesLeft : 0 };
  const { keys } = outcome;
  openedByPin(user, { cipher: textCipherOf(keys), device: { keys, records: device.records } });
  return undefined;
}
export async function hasOfflinePin(): Promise<boolean> {
  const user = signedInUser();
  return user !== undefined && ((await (await deviceOf())?.vault.hasPin(user._id)) ?? false);
}
/** @param pin undefined removes it @throws Error where the device is closed */
export async function setOfflinePin(pin: string | undefined): Promise<void> {
  const [device, opened] = [await deviceOf(), openDevice()];
  if (!device || !opened) throw new Error('The device is closed');
  await (pin === undefined ? device.vault.removePin(opened.keys.owner) : device.vault.setPin(opened.keys, pin));
  tellPinChanged();
}
