import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backupCommandOf, restoreCommandOf } from './command-line.ts';

describe('npm run backup', () => {
  test('has the keys in the same folder, unless another is named', () => {
    const folder = resolve('copies');
    expect(backupCommandOf(['--to', 'copies'])).toEqual({
      kind: 'backup',
      folder,
      keysFolder: folder,
      evenIfAltered: false,
    });
    expect(backupCommandOf(['--to', '/a', '--keys-to', '/b', '--even-if-altered'])).toEqual({
      kind: 'backup',
      folder: '/a',
      keysFolder: '/b',
      evenIfAltered: true,
    });
    expect(backupCommandOf(['--check', '/a'])).toEqual({ kind: 'check', folder: '/a', keysFolder: undefined });
    expect(backupCommandOf(['--erasures', '/a'])).toEqual({ kind: 'erasures', file: '/a' });
    expect(backupCommandOf(['--help'])).toEqual({ kind: 'help' });
  });

  test.each([
    [[]],
    [['--to']],
    [['--to', '']],
    [['/a']],
    [['--to', '/a', '--check', '/a']],
    [['--check', '/a', '--keys-to', '/b']],
    [['--to', '/a', '--keys-from', '/b']],
    [['--check', '/a', '--even-if-altered']],
    [['--from', '/a']],
  ])('does not understand %j', (args) => {
    expect(backupCommandOf(args)).toBeUndefined();
  });
});

describe('npm run restore', () => {
  test('restores everything, or up to a place', () => {
    expect(restoreCommandOf(['--from', '/a'])).toMatchObject({
      folder: '/a',
      keysFolder: '/a',
      cut: undefined,
    });
    expect(restoreCommandOf(['--from', '/a', '--position', '17', '--keys-from', '/b'])).toMatchObject({
      keysFolder: '/b',
      cut: { position: 17n },
    });
    expect(restoreCommandOf(['--from', '/a', '--at', '2026-11-26T14:00:00+02:00'])).toMatchObject({
      cut: { at: new Date('2026-11-26T12:00:00Z') },
    });
    // The zone is the hospital's, not this machine's.
    expect(restoreCommandOf(['--from', '/a', '--at', '2026-07-01T14:00:30'])).toMatchObject({
      cut: { localTime: { day: '2026-07-01', minutes: 840.5 } },
    });
    expect(restoreCommandOf(['--from', '/a', '--erasures', '/l', '--master-key', '/k'])).toMatchObject({
      erasures: '/l',
      masterKey: '/k',
    });
  });

  test.each([
    [[]],
    [['--from', '/a', '--position', '-1']],
    [['--from', '/a', '--position', 'end']],
    [['--from', '/a', '--position', '1', '--at', '2026-11-26T12:00:00Z']],
    [['--from', '/a', '--at', '2026-11-26']],
    [['--from', '/a', '--at', '2026-13-26T12:00']],
    [['--from', '/a', '--at', '2026-13-26T12:00:00Z']],
    [['--to', '/a']],
  ])('does not understand %j', (args) => {
    expect(restoreCommandOf(args)).toBeUndefined();
  });
});
