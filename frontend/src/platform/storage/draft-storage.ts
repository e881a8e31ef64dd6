/**
 * Drafts of unsaved text, stored for this tab and for eight hours: a shared ward computer must not hold a patient's
 * text for longer. A draft is offered when its editor opens again; it never replaces a saved text by itself
 * (docs/decisions/browser/outbox.md).
 */
const LIFE_MS = 8 * 3_600_000;
const PREFIX = 'draft:';
/** Before the name of a draft whose editor was open when the page was locked. */
const RETURN = 'return:';

export interface StoredDraft<T> {
  /** When it was typed, milliseconds since the epoch. */
  at: number;
  /** The version that the edit is based on; undefined for something new. */
  base: number | undefined;
  value: T;
}
/** The author and the editor, such as `{ user, of: 'admission/7/entry/3' }`. */
export interface DraftKey {
  user: string;
  of: string;
}

/** An open form that saves its draft, or an offer of a draft. */
export interface DraftEditor {
  hasUnsavedText(): boolean;
  /** The draft was saved or discarded: do not store or offer it any more. */
  onSettled(): void;
}

export interface Drafts {
  save<T>(key: DraftKey, value: T, base: number | undefined): void;
  /** @param isUsable whether a stored value has the shape of the current build */
  load<T>(key: DraftKey, isUsable: (value: unknown) => value is T): StoredDraft<T> | undefined;
  /** The editors within a place that have a draft of the person: `within` 'admission/7/' returns 'entry/3'. */
  list(user: string, within: string): string[];
  remove(key: DraftKey): void;
  /** The page is locked: the editor gets its draft back without a question. */
  markForReturn(key: DraftKey): void;
  /** Whether the draft was marked. It is not marked any more. */
  takeReturn(key: DraftKey): boolean;
  /** After a save or a discard: removes the draft and calls `onSettled` of its editors. */
  settle(key: DraftKey): void;
  /** "Discard and leave": settles the drafts of all editors with unsaved text. */
  discardUnsaved(): void;
  /** @returns unregisters the editor */
  register(key: DraftKey, editor: DraftEditor): () => void;
  /** Renames the keys that contain `from`: the thing has got its real id, `to`. */
  rename(user: string, from: string, to: string): void;
  /** On sign-out: removes the drafts of all people, and stores none of the editors that close after it. */
  clearAll(): void;
  onCleared(listener: () => void): void;
  /** On sign-in: drafts are stored again. */
  enable(): void;
}

/** The prefix of all drafts on an admission's screen; the key of the editor follows. */
export const admissionDrafts = (admission: string): string => `admission/${admission}/`;

const nameOf = ({ user, of }: DraftKey): string => `${PREFIX}${user}/${of}`;
const isStored = (value: unknown): value is StoredDraft<unknown> =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'value' in value;

/** If `storage` is full or blocked, there are no drafts, and nothing else changes. */
export function createDrafts(storage: () => Storage, now: () => number = Date.now): Drafts {
  const attempt = <T>(work: (open: Storage) => T): T | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  };
  let isEnabled = true;
  const clearedListeners = new Set<() => void>();
  const editors = new Map<DraftEditor, string>();
  const remove = (key: DraftKey): void => void attempt((open) => open.removeItem(nameOf(key)));
  return {
    save(key, value, base) {
      if (isEnabled) attempt((open) => open.setItem(nameOf(key), JSON.stringify({ at: now(), base, value })));
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
    markForReturn: (key) => void attempt((open) => open.setItem(RETURN + nameOf(key), '')),
    takeReturn: (key) =>
      attempt((open) => {
        const isMarked = open.getItem(RETURN + nameOf(key)) !== null;
        open.removeItem(RETURN + nameOf(key));
        return isMarked;
      }) ?? false,
    settle(key) {
      remove(key);
      for (const [editor, name] of editors) if (name === nameOf(key)) editor.onSettled();
    },
    discardUnsaved() {
      const unsaved = new Set([...editors].filter(([editor]) => editor.hasUnsavedText()).map(([, name]) => name));
      for (const name of unsaved) attempt((open) => open.removeItem(name));
      for (const [editor, name] of editors) if (unsaved.has(name)) editor.onSettled();
    },
    register(key, editor) {
      editors.set(editor, nameOf(key));
      return () => void editors.delete(editor);
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
      isEnabled = false;
      attempt((open) => {
        for (const name of Object.keys(open))
          if (name.startsWith(PREFIX) || name.startsWith(RETURN)) open.removeItem(name);
      });
      for (const listener of clearedListeners) listener();
    },
    onCleared: (listener) => void clearedListeners.add(listener),
    enable() {
      isEnabled = true;
    },
  };
}

/** The drafts of this tab. */
export const drafts = createDrafts(() => sessionStorage);
