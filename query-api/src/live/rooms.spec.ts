import { expect, test } from 'vitest';
import { roomsOfChange } from './rooms.ts';

test('a change of an admission goes to its room and its team, one of a patient or team to the team', () => {
  expect(roomsOfChange({ stream: 'admission-a-1', touched: ['note:n-1'], teamId: 'icu' })).toEqual([
    'team:icu',
    'admission:a-1',
  ]);
  expect(roomsOfChange({ stream: 'patient-p-1', touched: ['patient:p-1'], teamId: 'icu' })).toEqual(['team:icu']);
  expect(roomsOfChange({ stream: 'team-icu', touched: ['team:icu'], teamId: 'icu' })).toEqual(['team:icu']);
});

test('a touched person gets a change in every window: a new member is in no room of the team yet', () => {
  expect(roomsOfChange({ stream: 'team-icu', touched: ['team:icu', 'user:u-1'], teamId: 'icu' })).toEqual([
    'user:u-1',
    'team:icu',
  ]);
  expect(roomsOfChange({ stream: 'user-u-1', touched: ['user:u-1'] })).toEqual(['user:u-1']);
});

test('a change of the catalogue goes to everyone', () => {
  expect(roomsOfChange({ stream: 'catalogue', touched: ['catalogue:tags'] })).toEqual(['everybody']);
  expect(roomsOfChange({ stream: 'drug-d-1', touched: [] })).toEqual(['everybody']);
});
