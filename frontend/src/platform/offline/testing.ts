/** For specs: the records of a device in memory. */
import type { KeyRecord, ReadRecord, Records } from './records.ts';

export function memoryRecords() {
  const keys = new Map<string, KeyRecord>();
  const texts = new Map<string, string>();
  const reads = new Map<string, ReadRecord>();
  const records: Records = {
    key: async (owner) => keys.get(owner),
    async changeKey(owner, change) {
      const after = change(keys.get(owner));
      if (after) keys.set(owner, after);
      else keys.delete(owner);
      return after;
    },
    texts: async () => [...texts].map(([name, text]) => ({ name, text })),
    async putTexts(changes) {
      for (const [name, text] of changes) {
        if (text === undefined) texts.delete(name);
        else texts.set(name, text);
      }
    },
    read: async (owner, name) => reads.get(`${owner} ${name}`),
    putRead: async (record) => void reads.set(`${record.owner} ${record.name}`, record),
    dropRead: async (owner, name) => void reads.delete(`${owner} ${name}`),
    trimReads: async () => undefined,
    countReads: async (owner) => [...reads.values()].filter((read) => read.owner === owner).length,
    async removeReads(owner) {
      for (const [name, read] of reads) if (read.owner === owner) reads.delete(name);
    },
  };
  return { records, keys, texts, reads };
}
