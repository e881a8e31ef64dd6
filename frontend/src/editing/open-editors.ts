/**
 * The editors that are open on a screen, by what they edit. They live outside the components: an accordion that closes
 * or a tab that changes hides an editor and loses nothing.
 */
import type { AnyActor } from 'xstate';
import { createStore, useStore, type Store } from '../platform/store.ts';

export interface Editors<A extends AnyActor> {
  get(key: string): A | undefined;
  /** The editor of `key`, made by `create` when there is none. An editor that ends is removed. */
  open(key: string, create: () => A): A;
  close(key: string): void;
  closeAll(): void;
  all(): ReadonlyMap<string, A>;
  readonly store: Store<ReadonlyMap<string, A>>;
}

export function createEditors<A extends AnyActor>(): Editors<A> {
  const store = createStore<ReadonlyMap<string, A>>(new Map());
  const close = (key: string): void => {
    const editor = store.get().get(key);
    if (!editor) return;
    store.set(new Map([...store.get()].filter(([other]) => other !== key)));
    editor.stop();
  };
  return {
    get: (key) => store.get().get(key),
    open(key, create) {
      const existing = store.get().get(key);
      if (existing) return existing;
      const editor = create();
      store.set(new Map([...store.get(), [key, editor]]));
      editor.subscribe({ complete: () => close(key) });
      return editor;
    },
    close,
    closeAll: () => {
      for (const key of store.get().keys()) close(key);
    },
    all: store.get,
    store,
  };
}

export const useEditors = <A extends AnyActor>({ store }: Editors<A>): ReadonlyMap<string, A> => useStore(store);
export const useEditor = <A extends AnyActor>({ store }: Editors<A>, key: string): A | undefined =>
  useStore(store, (open) => open.get(key));
