/** The state of the device for work without a network, as this page knows it. The parts that do the work are loaded with `OFFLINE=on` only. */
import { createStore, useStore } from 'zustand';
import type { Records } from './records.ts';
import type { DeviceKeys } from './vault.ts';

export interface OpenDevice {
  readonly keys: DeviceKeys;
  readonly records: Records;
}
interface OfflineState {
  /** The person's data key is here. */
  readonly open: OpenDevice | undefined;
  /** The server is away and the key is not here: the offline PIN opens what the device has. */
  readonly awaitsPin: boolean;
  /** The browser refuses to keep anything. */
  readonly isRefused: boolean;
  /** Changes with each PIN that is set or removed on this page. */
  readonly pinChanges: number;
}

const store = createStore<OfflineState>(() => ({ open: undefined, awaitsPin: false, isRefused: false, pinChanges: 0 }));

export const openDevice = (): OpenDevice | undefined => store.getState().open;
/** Overwrites the keys of before. */
export function setOpenDevice(open: OpenDevice | undefined): void {
  const before = openDevice()?.keys;
  store.setState({ open });
  if (before === open?.keys) return;
  before?.data.fill(0);
  before?.texts.fill(0);
}
export const setAwaitsPin = (awaitsPin: boolean): void => store.setState({ awaitsPin });
export const setDeviceRefused = (): void => store.setState({ isRefused: true });

export const tellPinChanged = (): void => store.setState(({ pinChanges }) => ({ pinChanges: pinChanges + 1 }));

export const usePinChanges = (): number => useStore(store, ({ pinChanges }) => pinChanges);
export const useOpenDevice = (): OpenDevice | undefined => useStore(store, ({ open }) => open);
export const useAwaitsPin = (): boolean => useStore(store, ({ awaitsPin }) => awaitsPin);
export const useIsDeviceRefused = (): boolean => useStore(store, ({ isRefused }) => isRefused);
