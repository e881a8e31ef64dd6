/**
 * The texts of people in the storage of this tab: drafts and unsent commands. Where the browser has a secure context they
 * are encrypted with the key of their person, which this page holds while the person is signed in and the page is not
 * locked. On plain http they are stored in clear (docs/decisions/browser/device-storage.md).
 */
import { isSealed } from './sealed-text.ts';
import type { TextCipher } from './text-cipher.ts';

export const PREFIX = 'draft:';
/** Before the name of a text that returns without a question. */
const RETURN = 'return:';

/** `of` names a text among those of its person. Each call may throw where the storage is blocked or full. */
export interface DeviceStorage {
  read(owner: string, of: string): string | undefined;
  /** Until the owner's key is there, the text waits in memory. After it was dropped, nothing is stored. */
  write(owner: string, of: string, text: string): void;
  remove(owner: string, of: string): void;
  /** @returns the names that begin with `within`, without it */
  list(owner: string, within: string): string[];
  /** Also where the text cannot be read now: then it is renamed with the next key. */
  rename(owner: string, from: string, to: string): void;
  mark(owner: string, of: string): void;
  /** @returns true if there was a mark, which is removed */
  takeMark(owner: string, of: string): boolean;
  /** Removes all texts and marks of this person. */
  clear(owner: string): void;

  /** The owner has signed in: their key is on its way. */
  expect(owner: string): void;
  /**
   * @param cipher undefined on plain http
   * @param keepsUnreadable texts of another key stay, which is not known now
   */
  open(owner: string, cipher: TextCipher | undefined, how?: { keepsUnreadable: boolean }): void;
  /** Drops the key. */
  close(): void;
  /** True if the owner's texts can be read. */
  isOpen(owner: string): boolean;
  /** True if the owner has texts that need the key. */
  hasSealed(owner: string): boolean;
  onOpened(listener: (owner: string) => void): void;
  /** The key is there for the last time. */
  onClosing(listener: () => void): void;
  /** Texts had another key, and were removed. Said once. @returns unsubscribes */
  onUnreadable(listener: () => void): () => void;
}

const nameOf = (owner: string, of: string): string => `${PREFIX}${owner}/${of}`;

/** @param isSealing true if texts are encrypted in this browser */
export function createDeviceStorage(storage: () => Storage, isSealing: () => boolean): DeviceStorage {
  let opened: { owner: string; cipher: TextCipher } | undefined;
  /** Typed before the key was there. By name. */
  const waiting = new Map<string, { owner: string; text: string }>();
  /** People whose key was dropped. All that they had typed was stored before. */
  const closed = new Set<string>();
  let delayed: { owner: string; run: () => void }[] = [];
  let hasUnreadable = false;
  const openedListeners = new Set<(owner: string) => void>();
  const closingListeners = new Set<() => void>();
  const unreadableListeners = new Set<() => void>();

  const cipherOf = (owner: string): TextCipher | undefined => (opened?.owner === owner ? opened.cipher : undefined);
  const namesOf = (owner: string): string[] =>
    Object.keys(storage()).filter((name) => name.startsWith(nameOf(owner, '')));
  const write = (owner: string, name: string, text: string): void => {
    const cipher = cipherOf(owner);
    if (cipher) storage().setItem(name, cipher.seal(text, name));
    else if (!isSealing()) storage().setItem(name, text);
    else if (!closed.has(owner)) waiting.set(name, { owner, text });
  };
  const read = (owner: string, name: string): string | undefined => {
    const stored = waiting.get(name)?.text ?? storage().getItem(name);
    if (stored === null) return undefined;
    return isSealed(stored) ? cipherOf(owner)?.open(stored, name) : stored;
  };
  const removeName = (name: string): void => {
    waiting.delete(name);
    storage().removeItem(name);
  };
  const rename = (owner: string, from: string, to: string): void => {
    const names = new Set([...namesOf(owner), ...waiting.keys()]);
    for (const name of names) {
      if (!name.startsWith(nameOf(owner, '')) || !name.includes(from)) continue;
      const text = read(owner, name);
      if (text === undefined) continue;
      write(owner, name.replace(from, to), text);
      removeName(name);
    }
  };
  /** Encrypts what lies there in clear, and removes what has another key. */
  const takeOver = (owner: string, cipher: TextCipher, keepsUnreadable: boolean): void => {
    for (const name of namesOf(owner)) {
      const text = storage().getItem(name) ?? '';
      if (!isSealed(text)) write(owner, name, text);
      else if (!keepsUnreadable && !canOpen(cipher, text, name)) {
        storage().removeItem(name);
        hasUnreadable = true;
      }
    }
  };
  const sayUnreadable = (): void => {
    if (!hasUnreadable || unreadableListeners.size === 0) return;
    hasUnreadable = false;
    for (const listener of unreadableListeners) listener();
  };
  return {
    read: (owner, of) => read(owner, nameOf(owner, of)),
    write: (owner, of, text) => write(owner, nameOf(owner, of), text),
    remove: (owner, of) => removeName(nameOf(owner, of)),
    list(owner, within) {
      const start = nameOf(owner, within);
      return [...new Set([...namesOf(owner), ...waiting.keys()])]
        .filter((name) => name.startsWith(start))
        .map((name) => name.slice(start.length));
    },
    rename(owner, from, to) {
      if (isSealing() && !cipherOf(owner)) delayed.push({ owner, run: () => rename(owner, from, to) });
      else rename(owner, from, to);
    },
    mark: (owner, of) => storage().setItem(RETURN + nameOf(owner, of), ''),
    takeMark(owner, of) {
      const name = RETURN + nameOf(owner, of);
      const isMarked = storage().getItem(name) !== null;
      storage().removeItem(name);
      return isMarked;
    },
    clear(owner) {
      const start = nameOf(owner, '');
      delayed = delayed.filter((one) => one.owner !== owner);
      for (const [name, text] of waiting) if (text.owner === owner) waiting.delete(name);
      for (const name of Object.keys(storage()))
        if (name.startsWith(start) || name.startsWith(RETURN + start)) storage().removeItem(name);
    },
    expect: (owner) => void closed.delete(owner),
    open(owner, cipher, { keepsUnreadable } = { keepsUnreadable: false }) {
      closed.delete(owner);
      if (cipher) {
        opened = { owner, cipher };
        quietly(() => takeOver(owner, cipher, keepsUnreadable));
        for (const [name, text] of waiting) {
          if (text.owner !== owner) continue;
          waiting.delete(name);
          quietly(() => write(owner, name, text.text));
        }
        const renames = delayed.filter((one) => one.owner === owner);
        delayed = delayed.filter((one) => one.owner !== owner);
        for (const { run } of renames) quietly(run);
      }
      for (const listener of openedListeners) listener(owner);
      sayUnreadable();
    },
    close() {
      if (!opened) return;
      for (const listener of closingListeners) listener();
      opened.cipher.forget();
      closed.add(opened.owner);
      opened = undefined;
    },
    isOpen: (owner) => !isSealing() || opened?.owner === owner,
    hasSealed: (owner) =>
      quietly(() => namesOf(owner).some((name) => isSealed(storage().getItem(name) ?? ''))) ?? false,
    onOpened: (listener) => void openedListeners.add(listener),
    onClosing: (listener) => void closingListeners.add(listener),
    onUnreadable(listener) {
      unreadableListeners.add(listener);
      sayUnreadable();
      return () => void unreadableListeners.delete(listener);
    },
  };
}

/** @returns undefined where the storage is blocked or full */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function canOpen(cipher: TextCipher, sealed: string, name: string): boolean {
  try {
    cipher.open(sealed, name);
    return true;
  } catch {
    return false;
  }
}

/** Browsers say it of https and of this machine. */
export const isSecure = (): boolean => globalThis.isSecureContext;

interface SharedTexts {
  readonly storage: Storage;
  /** Reads again what other tabs have stored. */
  refresh(): Promise<void>;
}
let shared: SharedTexts | undefined;
const otherTabsListeners = new Set<() => void>();
/**
 * With `OFFLINE=on` the texts lie in the device's database, and not in the tab (`platform/offline/text-mirror.ts`).
 */
export function shareTexts(texts: SharedTexts): void {
  shared = texts;
}
export const tellTextsOfOtherTabs = (): void => {
  for (const listener of otherTabsListeners) listener();
};
export const onTextsOfOtherTabs = (listener: () => void): void => void otherTabsListeners.add(listener);
export const refreshTexts = async (): Promise<void> => shared?.refresh();

/** The texts of this tab. */
export const deviceStorage = createDeviceStorage(() => shared?.storage ?? sessionStorage, isSecure);
