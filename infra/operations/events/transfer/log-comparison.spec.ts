import { expect, test } from 'vitest';
import { Difference, missingEvents } from './log-comparison.ts';
import { nameOf, type StoredEvent } from '../log/stored-event.ts';
import { anEvent, collect, listed } from '../testing/example-event.ts';

const [first, second, third] = [anEvent(), anEvent({ revision: 1n }), anEvent({ stream: 'admission-2' })];
const missing = async (log: StoredEvent[], file: StoredEvent[]): Promise<string[]> =>
  (await collect(missingEvents(listed(log), listed(file), () => {}))).map(nameOf);

test("the file's events after the end of the log are missing from it", async () => {
  expect(await missing([], [first, second])).toEqual(['admission-1@0', 'admission-1@1']);
  expect(await missing([first], [first, second, third])).toEqual(['admission-1@1', 'admission-2@0']);
  expect(await missing([first, second], [first, second])).toEqual([]);
});

test('every event that both have is reported', async () => {
  const same: StoredEvent[] = [];
  await collect(
    missingEvents(listed([first, second]), listed([first, second, third]), (event) => void same.push(event)),
  );
  expect(same).toEqual([first, second]);
});

test.each<[string, StoredEvent[], StoredEvent[], string]>([
  [
    'in one event',
    [first, { ...second, type: 'Other', data: Buffer.from('{}') }],
    [first, second],
    "admission-1@1 is there and differs from the file's in type, data (event 2).",
  ],
  [
    'in their order',
    [first, third],
    [first, second],
    'The log and the file part at event 2: the file has admission-1@1, the log has admission-2@0.',
  ],
  [
    'in what the log has more',
    [first, second],
    [first],
    'The log goes on where the file ends: event 2 is admission-1@1.',
  ],
])('where they part %s, the place is named', async (_, log, file, sentence) => {
  await expect(missing(log, file)).rejects.toThrow(Difference);
  await expect(missing(log, file)).rejects.toThrow(sentence);
});
