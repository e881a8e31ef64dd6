import { readdirSync, readFileSync } from 'node:fs';
import type { JSONRecordedEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { recordedAtOf } from 'language/domain/command';
import { fromStoredForm, toStoredForm } from './stored-form.ts';
import { noKeys } from './testing.ts';

/**
 * `golden-metadata/` holds the metadata of an event as each version of this program wrote them. Files are added, never
 * changed.
 */
const folder = new URL('golden-metadata/', import.meta.url);
const golden = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, unknown>;
const read = (file: string) => {
  const event = {
    streamId: 'catalogue',
    revision: 0n,
    id: 'e',
    type: 'TagAdded',
    isJson: true,
    created: new Date(0),
    data: { tagId: 't', label: 'l' },
    metadata: golden(file),
  };
  return fromStoredForm(event as unknown as JSONRecordedEvent, noKeys);
};

const known: Readonly<Record<string, string>> = {
  'v1.json': '2026-03-02T10:00:00.000Z',
  'v2-target.json': '2026-03-02T10:00:00.000Z',
  'v3-recorded-at.json': '2026-03-02T13:25:10.123Z',
};

test('every version of the metadata has its file', () =>
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(known)));

test.each(Object.entries(known))(
  '%s is still understood, and known from when the log took it',
  async (file, recordedAt) => {
    const { metadata } = await read(file);
    expect(recordedAtOf(metadata)).toBe(recordedAt);
    expect(metadata.occurredAt).toBe('2026-03-02T10:00:00.000Z');
  },
);

test('new metadata have the form of the newest version', async () => {
  const { metadata } = await read('v3-recorded-at.json');
  const stored = toStoredForm(
    'catalogue',
    { id: 'e', type: 'TagAdded', data: { tagId: 't', label: 'l' }, metadata },
    undefined,
  );
  expect(stored.metadata).toEqual(golden('v3-recorded-at.json'));
});
