/**
 * Text that is not saved yet, kept for this tab only and for eight hours: a shared ward computer must not hold a
 * patient's text for longer. A draft is offered when its editor opens again, never put over a saved text by itself.
 */
const LIFE_MS = 8 * 3_600_000;
const PREFIX = 'draft:';

export interface StoredDraft<T> {
  /** When it was typed, milliseconds since the epoch. */
  at: number;
  /** The version it was based on; undefined for something new. */
  base: number | undefined;
  value: T;
}
/** Whose and of what, such as `{ user, of: 'admission/7/entry/3' }`. */
export interface DraftKey {
  user: string;
  of: string;
}

/** An open form that keeps what is typed in it, or an offer of what was typed. */
export interface DraftEditor {
  /** Something is typed that the person has not saved. */
  hasUnsavedText(): boolean;
  /** What is typed now is not to be kept, and what was kept is not to be offered. */
  onSettled(): void;
}

export interface Drafts {
  save<T>(key: DraftKey, value: T, base: number | undefined): void;
  /** The caller says whether what is stored still has the shape that it can use. */
  load<T>(key: DraftKey, isUsable: (value: unknown) => value is T): StoredDraft<T> | undefined;
  /** Of what there are drafts of this person within a place: `within` 'admission/7/' answers 'entry/3'. */
  list(user: string, within: string): string[];
  remove(key: DraftKey): void;
  /** From the acknowledgement of a save, or when the person discards: forgets the draft, and tells its holders. */
  settle(key: DraftKey): void;
  /** "Discard and leave": settles what the open forms hold. */
  discardUnsaved(): void;
  /** @returns what ends it */
  register(key: DraftKey, holder: DraftEditor): () => void;
  /** What was typed into a thing that is called `to` from now on. */
  rename(user: string, from: string, to: string): void;
  /**
   * On sign-out: every draft, whoever typed it; and none is kept of the editors that close after it, until `reopen`.
   */
  clearAll(): void;
  onCleared(listener: () => void): void;
  /** Somebody signed in. */
  enable(): void;
}

/** The place of everything that is typed on an admission's screen; the key of its editor follows. */
export const admissionDrafts = (admission: string): string => `admission/${admission}/`;

const nameOf = ({ user, of }: DraftKey): string => `${PREFIX}${user}/${of}`;
const isStored = (value: unknown): value is StoredDraft<unknown> =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'value' in value;

/** `storage` may be full or closed to us: then there are no drafts, and nothing else changes. */
export function createDrafts(storage: () => Storage, now: () => number = Date.now): Drafts {
  const attempt = <T>(work: (open: Storage) => T): T | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  };
  let isOpen = true;
  const forgetting = new Set<() => void>();
  const holders = new Map<DraftEditor, string>();
  const remove = (key: DraftKey): void => void attempt((open) => open.removeItem(nameOf(key)));
  return {
    save(key, value, base) {
      if (isOpen) attempt((open) => open.setItem(nameOf(key), JSON.stringify({ at: now(), base, value })));
    },
    load(key, isUsable) {
      return attempt((open) => {
        const stored: unknown = JSON.parse(open.getItem(nameOf(key)) ?? 'null');
        if (!isStored(stored)) return undefined;
        if (now() - stored.at <= LIFE_MS && isUsable(stored.value))
          return { at: stored.at, base: stored.base, value: stored.value };
        open.removeItem(nameOf(key));
        return undefined;
      });
    },
    list(user, within) {
      const start = nameOf({ user, of: within });
      return (
        attempt((open) =>
          Object.keys(open)
            .filter((name) => name.startsWith(start))
            .map((name) => name.slice(start.length)),
        ) ?? []
      );
    },
    remove,
    settle(key) {
      remove(key);
      for (const [holder, name] of holders) if (name === nameOf(key)) holder.onSettled();
    },
    discardUnsaved() {
      const typed = new Set([...holders].filter(([holder]) => holder.hasUnsavedText()).map(([, name]) => name));
      for (const name of typed) attempt((open) => open.removeItem(name));
      for (const [holder, name] of holders) if (typed.has(name)) holder.onSettled();
    },
    register(key, holder) {
      holders.set(holder, nameOf(key));
      return () => void holders.delete(holder);
    },
    rename(user, from, to) {
      attempt((open) => {
        for (const name of Object.keys(open)) {
          if (!name.startsWith(nameOf({ user, of: '' })) || !name.includes(from)) continue;
          open.setItem(name.replace(from, to), open.getItem(name) ?? '');
          open.removeItem(name);
        }
      });
    },
    clearAll() {
      isOpen = false;
      attempt((open) => {
        for (const name of Object.keys(open)) if (name.startsWith(PREFIX)) open.removeItem(name);
      });
      for (const forget of forgetting) forget();
    },
    onCleared: (listener) => void forgetting.add(listener),
    enable() {
      isOpen = true;
    },
  };
}

/** This tab's. */
export const drafts = createDrafts(() => sessionStorage);
