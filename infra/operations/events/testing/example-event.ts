/** An example event, and helpers for sequences. */
import { randomUUID } from 'node:crypto';
import { JSON_CONTENT, type StoredEvent } from '../log/stored-event.ts';

/** @param fields replace those of the example */
export const anEvent = (
  fields: Partial<Omit<StoredEvent, 'data' | 'metadata'>> & {
    data?: string | Uint8Array;
    metadata?: string | Uint8Array;
  } = {},
): StoredEvent => ({
  stream: 'admission-1',
  revision: 0n,
  id: randomUUID(),
  type: 'NoteWritten',
  contentType: JSON_CONTENT,
  created: '2026-01-02T03:04:05.678Z',
  position: { commit: 17n, prepare: 16n },
  ...fields,
  data: Buffer.from(fields.data ?? '{"note":"given at noon"}'),
  metadata: Buffer.from(fields.metadata ?? ''),
});

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function* listed<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
