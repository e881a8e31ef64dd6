import { expect, test } from 'vitest';
import { roomsThatHear } from './rooms.ts';

test('an admission is heard by its own room and its team, a patient and a team by the team', () => {
  expect(roomsThatHear({ stream: 'admission-a-1', teamId: 'icu' })).toEqual(['team:icu', 'admission:a-1']);
  expect(roomsThatHear({ stream: 'patient-p-1', teamId: 'icu' })).toEqual(['team:icu']);
  expect(roomsThatHear({ stream: 'team-icu', teamId: 'icu' })).toEqual(['team:icu']);
});

test('the catalogue is heard by everybody, a user by nobody', () => {
  expect(roomsThatHear({ stream: 'catalogue' })).toEqual(['everybody']);
  expect(roomsThatHear({ stream: 'drug-d-1' })).toEqual(['everybody']);
  expect(roomsThatHear({ stream: 'user-u-1' })).toEqual([]);
});
