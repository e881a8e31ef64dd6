/** The records of this device in IndexedDB. All texts in them are ciphertext (docs/offline.md, "How it is encrypted"). */

/** A data key, encrypted. */
export interface Wrapped {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}
export interface KeyRecord {
  readonly owner: string;
  readonly byServer: Wrapped;
  /** Absent: the person has no offline PIN, or it was destroyed. */
  readonly byPin?: Wrapped & {
    readonly salt: Uint8Array<ArrayBuffer>;
    readonly rounds: number;
    readonly triesLeft: number;
  };
}
export interface TextRecord {
  readonly name: string;
  readonly text: string;
}
export interface ReadRecord {
  readonly owner: string;
  /** A keyed hash of the query's key. */
  readonly name: string;
  /** The first part of the query's key, such as `reviews`. */
  readonly kind: string;
  /** When the server answered, milliseconds since the epoch. */
  readonly at: number;
  readonly sealed: Wrapped;
}

/** The part of the database that the vault and its neighbours need. Specs have one in memory. */
export interface Records {
  key(owner: string): Promise<KeyRecord | undefined>;
  /** Changes the record in one transaction. @returns what `change` has returned: undefined removes it */
  changeKey(
    owner: string,
    change: (record: KeyRecord | undefined) => KeyRecord | undefined,
  ): Promise<KeyRecord | undefined>;
  texts(): Promise<TextRecord[]>;
  /** In one transaction. Undefined removes a text. */
  putTexts(changes: ReadonlyMap<string, string | undefined>): Promise<void>;
  read(owner: string, name: string): Promise<ReadRecord | undefined>;
  putRead(record: ReadRecord): Promise<void>;
  dropRead(owner: string, name: string): Promise<void>;
  /** Removes reads before `since`, and of each kind of a person all but the newest `count`. */
  trimReads(since: number, count: number): Promise<void>;
  /** @returns how many there are */
  countReads(owner: string): Promise<number>;
  removeReads(owner: string): Promise<void>;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The database refused')));
  });
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database is full')));
  });

const ofOwner = (owner: string): IDBKeyRange => IDBKeyRange.bound([owner, ''], [owner, '\uFFFF']);

/** @throws DOMException where the browser refuses storage, such as in a private window */
export async function openRecords(name = 'device'): Promise<Records> {
  const opening = indexedDB.open(name, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('keys', { keyPath: 'owner' });
    opening.result.createObjectStore('texts', { keyPath: 'name' });
    opening.result.createObjectStore('reads', { keyPath: ['owner', 'name'] });
  });
  const database = await done(opening);
  // A later version of the product in another tab may change the database.
  database.addEventListener('versionchange', () => database.close());
  const store = (of: 'keys' | 'texts' | 'reads', mode: IDBTransactionMode = 'readonly') =>
    database.transaction(of, mode, { durability: mode === 'readonly' ? 'default' : 'strict' }).objectStore(of);
  const written = async (of: 'keys' | 'texts' | 'reads', work: (into: IDBObjectStore) => void): Promise<void> => {
    const into = store(of, 'readwrite');
    work(into);
    await committed(into.transaction);
  };
  return {
    key: (owner) => done<KeyRecord | undefined>(store('keys').get(owner)),
    async changeKey(owner, change) {
      const keys = store('keys', 'readwrite');
      const after = change(await done<KeyRecord | undefined>(keys.get(owner)));
      if (after) keys.put(after);
      else keys.delete(owner);
      await committed(keys.transaction);
      return after;
    },
    texts: () => done<TextRecord[]>(store('texts').getAll()),
    putTexts: (changes) =>
      written('texts', (into) => {
        for (const [of, text] of changes) {
          if (text === undefined) into.delete(of);
          else into.put({ name: of, text } satisfies TextRecord);
        }
      }),
    read: (owner, of) => done<ReadRecord | undefined>(store('reads').get([owner, of])),
    putRead: (record) => written('reads', (into) => void into.put(record)),
    dropRead: (owner, of) => written('reads', (into) => void into.delete([owner, of])),
    async trimReads(since, count) {
      const into = store('reads', 'readwrite');
      const all = (await done<ReadRecord[]>(into.getAll())).sort((a, b) => b.at - a.at);
      const kept = new Map<string, number>();
      for (const { owner, name: of, kind, at } of all) {
        const place = (kept.get(`${owner} ${kind}`) ?? 0) + 1;
        kept.set(`${owner} ${kind}`, place);
        if (at < since || place > count) into.delete([owner, of]);
      }
      await committed(into.transaction);
    },
    countReads: (owner) => done(store('reads').count(ofOwner(owner))),
    removeReads: (owner) => written('reads', (into) => void into.delete(ofOwner(owner))),
  };
}
