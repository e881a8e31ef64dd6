/** One question at a time, asked from anywhere: `if (await confirm({ title: 'are you sure?' })) …`. */
import { useSyncExternalStore } from 'react';

export interface Question {
  title: string;
  body?: string;
  /** What the answering button says; default "Yes". */
  yes?: string;
  no?: string;
  /** What is done cannot be taken back. */
  danger?: boolean;
}
export interface Asked extends Question { answer: (yes: boolean) => void }

let asked: Asked | undefined;
const listeners = new Set<() => void>();
function show(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Resolves true for yes; false for no, Escape, or another question taking its place. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    show({ ...question, answer: (yes) => { show(undefined); resolve(yes); } });
  });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useAsked = (): Asked | undefined => useSyncExternalStore(subscribe, () => asked);
