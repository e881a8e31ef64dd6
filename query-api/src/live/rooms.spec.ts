import { expect, test } from 'vitest';
import { roomsThatHear } from './rooms.ts';

test('an admission is heard by its own room and its team, a patient and a team by the team', () => {
  expect(roomsThatHear({ stream: 'admission-a-1', touched: ['note:n-1'], teamId: 'icu' })).toEqual([
    'team:icu',
    'admission:a-1',
  ]);
  expect(roomsThatHear({ stream: 'patient-p-1', touched: ['patient:p-1'], teamId: 'icu' })).toEqual(['team:icu']);
  expect(roomsThatHear({ stream: 'team-icu', touched: ['team:icu'], teamId: 'icu' })).toEqual(['team:icu']);
});

test('whom a change touches hears it in every window: who has just become a member is in no room of the team yet', () => {
  expect(roomsThatHear({ stream: 'team-icu', touched: ['team:icu', 'user:u-1'], teamId: 'icu' })).toEqual([
    'user:u-1',
    'team:icu',
  ]);
  expect(roomsThatHear({ stream: 'user-u-1', touched: ['user:u-1'] })).toEqual(['user:u-1']);
});

test('the catalogue is heard by everybody', () => {
  expect(roomsThatHear({ stream: 'catalogue', touched: ['catalogue:tags'] })).toEqual(['everybody']);
  expect(roomsThatHear({ stream: 'drug-d-1', touched: [] })).toEqual(['everybody']);
});
