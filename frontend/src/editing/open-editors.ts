/**
 * The editors that are open on a screen, by what they edit. They live outside the components: an accordion that closes
 * or a tab that changes hides an editor and loses nothing.
 */
import { useSyncExternalStore } from 'react';
import type { AnyActor } from 'xstate';

export interface Editors<A extends AnyActor> {
  get(key: string): A | undefined;
  /** The editor of `key`, made by `create` when there is none. An editor that ends is removed. */
  open(key: string, create: () => A): A;
  close(key: string): void;
  closeAll(): void;
  all(): ReadonlyMap<string, A>;
  subscribe(listener: () => void): () => void;
}

export function createEditors<A extends AnyActor>(): Editors<A> {
  let held: ReadonlyMap<string, A> = new Map();
  const listeners = new Set<() => void>();
  const change = (next: ReadonlyMap<string, A>): void => {
    held = next;
    for (const listener of listeners) listener();
  };
  const close = (key: string): void => {
    const editor = held.get(key);
    if (!editor) return;
    change(new Map([...held].filter(([other]) => other !== key)));
    editor.stop();
  };
  return {
    get: (key) => held.get(key),
    open(key, create) {
      const existing = held.get(key);
      if (existing) return existing;
      const editor = create();
      change(new Map([...held, [key, editor]]));
      editor.subscribe({ complete: () => close(key) });
      return editor;
    },
    close,
    closeAll: () => {
      for (const key of held.keys()) close(key);
    },
    all: () => held,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useEditors = <A extends AnyActor>(editors: Editors<A>): ReadonlyMap<string, A> =>
  useSyncExternalStore(editors.subscribe, editors.all);
export const useEditor = <A extends AnyActor>(editors: Editors<A>, key: string): A | undefined =>
  useSyncExternalStore(editors.subscribe, () => editors.get(key));
