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

interface Asking {
  /** The last question; its words stay while the dialog closes. Undefined until one was asked. */
  question: Question | undefined;
  open: boolean;
}

let now: Asking = { question: undefined, open: false };
let settle: (yes: boolean) => void = () => undefined;
const listeners = new Set<() => void>();
function show(next: Asking): void {
  now = next;
  for (const listener of listeners) listener();
}

/** Resolves true for yes; false for no, Escape, or another question taking its place. */
export function confirm(question: Question): Promise<boolean> {
  settle(false);
  show({ question, open: true });
  return new Promise((resolve) => {
    settle = resolve;
  });
}

export function answer(yes: boolean): void {
  show({ ...now, open: false });
  settle(yes);
}

/** Answers no where the question is still asked: what it asked about is no longer so. */
export function withdraw(question: Question): void {
  if (now.open && now.question === question) answer(false);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const current = (): Asking => now;
export const asking = { subscribe, current };
export const useAsking = (): Asking => useSyncExternalStore(subscribe, current, current);
