import { expect, test } from 'vitest';
import { createReadAfter } from './client.ts';

test('the header has each write until it is projected', () => {
  const after = createReadAfter();
  after.recordWrite({ stream: 'admission-1', revision: 4 });
  after.recordWrite({ stream: 'team-2', revision: 9 });
  expect(after.header()).toBe('admission-1@4,team-2@9');
  after.recordProjected('team-2', 9);
  expect(after.header()).toBe('admission-1@4');
  after.recordProjected('admission-1', 3);
  expect(after.header()).toBe('admission-1@4');
  after.recordProjected('admission-1', 5);
  expect(after.header()).toBeUndefined();
});
test('the header has each stream that a command has written', () => {
  const after = createReadAfter();
  after.recordWrite({
    stream: 'admission-1',
    revision: 4,
    alsoWritten: [{ stream: 'admission-2', revision: 7 }],
  });
  expect(after.header()).toBe('admission-1@4,admission-2@7');
  after.recordProjected('admission-1', 4);
  expect(after.header()).toBe('admission-2@7');
});
test('of many writes the header has the ten newest', () => {
  const after = createReadAfter();
  for (let at = 0; at < 12; at += 1) after.recordWrite({ stream: `admission-${at}`, revision: at });
  expect(after.header()?.split(',')).toEqual(Array.from({ length: 10 }, (_, at) => `admission-${at + 2}@${at + 2}`));
});
test('a late answer does not lower the revision', () => {
  const after = createReadAfter();
  after.recordWrite({ stream: 'admission-1', revision: 4 });
  after.recordWrite({ stream: 'admission-1', revision: 2 });
  expect(after.header()).toBe('admission-1@4');
});
test('a write expires after 30 s', () => {
  let now = 0;
  const after = createReadAfter(() => now);
  after.recordWrite({ stream: 'admission-1', revision: 4 });
  now = 30_001;
  expect(after.header()).toBeUndefined();
});
