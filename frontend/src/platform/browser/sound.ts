/** A short sound when something was saved. Browsers allow it after a gesture only, and a person may switch it off. */
import { useSyncExternalStore } from 'react';

const KEY = 'sound';
let muted = read();
let context: AudioContext | undefined;
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
}

export function setMuted(next: boolean): void {
  muted = next;
  try {
    if (next) localStorage.setItem(KEY, 'off');
    else localStorage.removeItem(KEY);
  } catch {
    // the choice lives as long as the page
  }
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useIsMuted = (): boolean => useSyncExternalStore(subscribe, () => muted);

/** Two rising notes, a fifth of a second, quietly. Silent when muted or where nobody has touched the page yet. */
export function playSuccess(): void {
  if (
    muted ||
    typeof AudioContext === 'undefined' ||
    ('userActivation' in navigator && !navigator.userActivation.hasBeenActive)
  )
    return;
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [index, hertz] of [660, 880].entries()) {
    const at = start + index * 0.09;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.08, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.11);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.12);
  }
}
