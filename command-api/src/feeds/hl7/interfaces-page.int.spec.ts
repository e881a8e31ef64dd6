import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Admission } from 'language/domain/admission/state';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { type FeedEnvironment, startFeedEnvironment } from '../../testing/feed-environment.ts';
import { mappingOf } from './mapping.ts';

const page = await readFile(new URL('../../../../docs/interfaces.md', import.meta.url), 'utf8');
const blocksOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``, 'g'))].map(([, text = '']) => text);

let feed: FeedEnvironment;
beforeAll(async () => {
  feed = await startFeedEnvironment();
});
afterAll(async () => {
  feed.sender.close();
  await feed.environment.stop();
});

test('the mapping of the page is one', () =>
  expect(mappingOf(JSON.parse(blocksOf('json')[0] ?? '')).teamIds.size).toBe(2));

/** The state of the stay after each message of the page, in its order. */
const expected: readonly (readonly [kind: string, stay: object])[] = [
  ['ADT^A01', { status: 'open', admissionDate: '2025-03-02', room: '12', bed: 'A', consultant: 'Omar Nabil' }],
  ['ADT^A08', { room: '14', bed: 'B' }],
  ['ADT^A02', { room: '3', bed: '4' }],
  ['ADT^A12', { room: '14', bed: 'B' }],
  ['ORU^R01', { measurements: [{ kind: 'creatinine', value: 1.2 }, { kind: 'potassium' }] }],
  ['ADT^A03', { status: 'discharged', dischargeDate: '2025-03-02', dischargeStatus: 4 }],
  ['ADT^A13', { status: 'open' }],
  ['ADT^A40', { status: 'open' }],
  ['ADT^A11', { status: 'deleted' }],
];

test('each message of the page does what the page says', async () => {
  const messages = blocksOf('hl7');
  expect(messages.map((message) => message.split('|')[8])).toEqual(expected.map(([kind]) => kind));
  const folds = createFoldCaches(feed.environment.log);
  for (const [place, message] of messages.entries()) {
    expect(await feed.sender.send(message.replaceAll('\n', '\r'))).toBe('AA');
    const { events } = await feed.environment.log.readAll({
      prefixes: ['patient-'],
      after: undefined,
      maxCount: 1_000,
    });
    const ids = events.flatMap((event) =>
      event instanceof Error || event.type !== 'AdmissionRegistered' || event.metadata.actorId !== 'hospital-interface'
        ? []
        : [(event.data as { admissionId: string }).admissionId],
    );
    expect(ids).toHaveLength(1);
    const { state }: { state: Admission } = await folds.admission.load(ids[0] ?? '');
    expect(state).toMatchObject(expected[place]?.[1] ?? {});
  }
});
