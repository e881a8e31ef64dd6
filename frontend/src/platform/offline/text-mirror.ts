/**
 * The storage of drafts and unsent commands with `OFFLINE=on`: as synchronous as the tab's storage, and shared with the other
 * tabs. Texts are ciphertext (`device-storage.ts`). Each is written to the tab's storage at once, for a page that goes
 * in this moment, and to the database behind it; then the tab's storage lets go of it.
 */
import type { Records } from './records.ts';

interface Change {
  readonly name: string;
  /** Undefined: it was removed. */
  readonly text: string | undefined;
}
export interface TextMirror {
  readonly storage: Storage;
  /** Reads again what other tabs have stored. @throws the database's error */
  refresh(): Promise<void>;
  /** Resolves when the database has all. @throws the database's error */
  flushed(): Promise<void>;
}

/** Texts of people, and nothing else of the tab. */
const isText = (name: string): boolean => name.startsWith('draft:');

/**
 * @param onChanged called when another tab has stored a text
 * @throws the database's error
 */
export async function createTextMirror(
  records: Records,
  tab: Storage,
  onChanged: () => void = () => undefined,
  channel = new BroadcastChannel('device-texts'),
): Promise<TextMirror> {
  let unwritten = new Map<string, string | undefined>();
  let writing: ReadonlyMap<string, string | undefined> = new Map();
  /** The database does not have it yet. */
  const isPending = (name: string): boolean => unwritten.has(name) || writing.has(name);
  let flushing: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    while (unwritten.size > 0) {
      writing = unwritten;
      unwritten = new Map();
      try {
        await records.putTexts(writing);
      } catch (error) {
        // The tab's storage has them. The next change tries again.
        unwritten = new Map([...writing, ...unwritten]);
        writing = new Map();
        throw error;
      }
      for (const [name, text] of writing) {
        if (text !== undefined && !unwritten.has(name) && tab.getItem(name) === text) tab.removeItem(name);
        // A channel is of one origin. The rule is about windows.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage({ name, text } satisfies Change);
      }
      writing = new Map();
    }
  };
  const flushed = (): Promise<void> =>
    (flushing ??= flush().finally(() => {
      flushing = undefined;
    }));
  const write = (name: string, text: string | undefined): void => {
    unwritten.set(name, text);
    // Together with the other changes of this task.
    queueMicrotask(() => void flushed().catch(() => undefined));
  };

  const storage: object = Object.create({
    getItem: (name: string): string | null =>
      !isText(name) ? tab.getItem(name) : Object.hasOwn(storage, name) ? String(Reflect.get(storage, name)) : null,
    setItem: (name: string, text: string): void => {
      tab.setItem(name, text);
      if (!isText(name)) return;
      Reflect.set(storage, name, text);
      write(name, text);
    },
    removeItem: (name: string): void => {
      tab.removeItem(name);
      if (!isText(name) || !Object.hasOwn(storage, name)) return;
      Reflect.deleteProperty(storage, name);
      write(name, undefined);
    },
  });
  const refresh = async (): Promise<void> => {
    const texts = new Map((await records.texts()).map(({ name, text }) => [name, text]));
    for (const name of Object.keys(storage))
      if (!texts.has(name) && !isPending(name)) Reflect.deleteProperty(storage, name);
    for (const [name, text] of texts) if (!isPending(name)) Reflect.set(storage, name, text);
  };
  await refresh();
  // An earlier page of this tab could not write these.
  for (const name of Object.keys(tab)) {
    const text = isText(name) ? tab.getItem(name) : null;
    if (text === null) continue;
    Reflect.set(storage, name, text);
    write(name, text);
  }
  channel.addEventListener('message', ({ data: { name, text } }: MessageEvent<Change>) => {
    if (isPending(name)) return;
    if (text === undefined) Reflect.deleteProperty(storage, name);
    else Reflect.set(storage, name, text);
    onChanged();
  });
  return { storage: storage as Storage, refresh, flushed };
}
