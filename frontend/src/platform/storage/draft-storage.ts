/**
 * Drafts of unsaved text, stored for this tab until their person has saved or discarded them: no clock removes them, since
 * a night shift ends and a device's clock is set right. A draft is offered when its editor opens again; it never replaces a saved text by itself
 * (docs/decisions/browser/outbox.md). `device-storage.ts` encrypts them.
 */
import { eventLogId, versionIn } from '../http/event-log.ts';
import { type DeviceStorage, deviceStorage } from './device-storage.ts';

export interface StoredDraft<T> {
  /** The time when it was typed, milliseconds since the epoch. */
  at: number;
  /** The version that the edit is based on; undefined for something new. */
  base: number | undefined;
  /** The log that the version is of. */
  log?: string;
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
  /** Stores what is typed: the key goes, or has come. */
  store?(): void;
  /** The draft was saved or discarded: do not store or offer it any more. */
  onSettled(): void;
}

export interface Drafts {
  save<T>(key: DraftKey, value: T, base: number | undefined): void;
  /** @param isUsable true if a stored value has the shape of the current build */
  load<T>(key: DraftKey, isUsable: (value: unknown) => value is T): StoredDraft<T> | undefined;
  /** The editors within a place that have a draft of the person: `within` 'admission/7/' returns 'entry/3'. */
  list(user: string, within: string): string[];
  remove(key: DraftKey): void;
  /** The page is locked: the editor gets its draft back without a question. */
  markForReturn(key: DraftKey): void;
  /** True if the draft was marked. It is not marked any more. */
  takeReturn(key: DraftKey): boolean;
  /** After a save or a discard: removes the draft and calls `onSettled` of its editors. */
  settle(key: DraftKey): void;
  /** "Discard and leave": settles the drafts of all editors with unsaved text. */
  discardUnsaved(): void;
  /** @returns unregisters the editor */
  register(key: DraftKey, editor: DraftEditor): () => void;
  /** Renames the keys that contain `from`: the thing has got its real id, `to`. */
  rename(user: string, from: string, to: string): void;
  /** On sign-out: removes the drafts of this person, and stores none of the editors that close after it. */
  clear(user: string): void;
  onCleared(listener: (user: string) => void): void;
  /** On sign-in: drafts are stored again. */
  enable(): void;
}

/** The prefix of all drafts on an admission's screen; the key of the editor follows. */
export const admissionDrafts = (admission: string): string => `admission/${admission}/`;

const nameOf = ({ user, of }: DraftKey): string => `${user}/${of}`;
const isStored = (value: unknown): value is StoredDraft<unknown> =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'value' in value;

/** If the storage is full or blocked, there are no drafts, and nothing else changes. */
export function createDrafts(device: DeviceStorage, now: () => number = Date.now): Drafts {
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch {
      return undefined;
    }
  };
  let isEnabled = true;
  const clearedListeners = new Set<(user: string) => void>();
  const editors = new Map<DraftEditor, DraftKey>();
  const remove = ({ user, of }: DraftKey): void => void attempt(() => device.remove(user, of));
  const settle = (key: DraftKey): void => {
    remove(key);
    for (const [editor, own] of editors) if (nameOf(own) === nameOf(key)) editor.onSettled();
  };
  const storeAll = (): void => {
    for (const editor of editors.keys()) editor.store?.();
  };
  device.onClosing(storeAll);
  device.onOpened(storeAll);
  return {
    save({ user, of }, value, base) {
      // A form may be there a moment longer than its person: what it has was stored before.
      if (isEnabled && user !== '')
        attempt(() => device.write(user, of, JSON.stringify({ at: now(), base, log: eventLogId(), value })));
    },
    load({ user, of }, isUsable) {
      return attempt(() => {
        const stored: unknown = JSON.parse(device.read(user, of) ?? 'null');
        if (!isStored(stored)) return undefined;
        const { at, base, log, value } = stored;
        if (isUsable(value)) return { at, base: base === undefined ? undefined : versionIn(log, base), value };
        device.remove(user, of);
        return undefined;
      });
    },
    list: (user, within) => attempt(() => device.list(user, within)) ?? [],
    remove,
    markForReturn: ({ user, of }) => void attempt(() => device.mark(user, of)),
    takeReturn: ({ user, of }) => attempt(() => device.takeMark(user, of)) ?? false,
    settle,
    discardUnsaved() {
      const unsaved = [...editors].filter(([editor]) => editor.hasUnsavedText());
      for (const key of new Map(unsaved.map(([, own]) => [nameOf(own), own])).values()) settle(key);
    },
    register(key, editor) {
      editors.set(editor, key);
      return () => void editors.delete(editor);
    },
    rename: (user, from, to) => void attempt(() => device.rename(user, from, to)),
    clear(user) {
      isEnabled = false;
      attempt(() => device.clear(user));
      for (const listener of clearedListeners) listener(user);
    },
    onCleared: (listener) => void clearedListeners.add(listener),
    enable() {
      isEnabled = true;
    },
  };
}

/** The drafts of this tab. */
export const drafts = createDrafts(deviceStorage);
