/** A short sound after a save. Browsers allow it only after a gesture, and a person may switch it off. */
import { createStoredSwitch } from './storage/stored-switch.ts';

const sound = createStoredSwitch('sound');
let context: AudioContext | undefined;

export const setMuted = (isMuted: boolean): void => sound.set(!isMuted);
export const useIsMuted = (): boolean => !sound.useIsOn();

/** Two quiet rising notes, 0.2 s. Silent when muted or before the first gesture on the page. */
export function playSuccess(): void {
  if (
    !sound.isOn() ||
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
