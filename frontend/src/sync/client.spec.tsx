import { expect, test } from 'vitest';
import { createReadAfter } from './client.ts';

test('the header has the newest write until it is projected', () => {
  const after = createReadAfter();
  after.recordWrite({ stream: 'admission-1', revision: 4 });
  after.recordWrite({ stream: 'team-2', revision: 9 });
  expect(after.header()).toBe('team-2@9');
  after.recordProjected('team-2', 9);
  expect(after.header()).toBe('admission-1@4');
  after.recordProjected('admission-1', 3);
  expect(after.header()).toBe('admission-1@4');
  after.recordProjected('admission-1', 5);
  expect(after.header()).toBeUndefined();
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
