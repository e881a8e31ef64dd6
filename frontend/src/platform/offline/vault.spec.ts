import { expect, test } from 'vitest';
import { memoryRecords } from './testing.ts';
import { createVault, PIN_TRIES, type PinOutcome } from './vault.ts';

const ROUNDS = 10;
const serverKey = (byte: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(byte);
const sealedRead = { kind: 'reviews', at: 1, sealed: { iv: new Uint8Array(12), data: new ArrayBuffer(0) } };

async function withPin(pin = '283746') {
  const device = memoryRecords();
  const vault = createVault(device.records, ROUNDS);
  const keys = await vault.openWithServerKey('u1', serverKey(1));
  await vault.setPin(keys, pin);
  await device.records.putRead({ owner: 'u1', name: 'a', ...sealedRead });
  return { records: device.records, reads: device.reads, vault, keys };
}
const keysOf = (outcome: PinOutcome) => ('keys' in outcome ? outcome.keys : undefined);

test('the server’s key and the PIN open the same data key, in each page', async () => {
  const { records, vault, keys } = await withPin();
  const later = createVault(records, ROUNDS);
  expect((await later.openWithServerKey('u1', serverKey(1))).data).toEqual(keys.data);
  const byPin = keysOf(await vault.openWithPin('u1', '283746'));
  expect([byPin?.data, byPin?.texts]).toEqual([keys.data, keys.texts]);
});

test('full-width digits, as some keyboards write them, are the same PIN', async () => {
  const { vault } = await withPin('２８３７４６');
  expect(keysOf(await vault.openWithPin('u1', '283746'))).toBeDefined();
});

test('wrong PINs are counted down, and the right one begins again', async () => {
  const { vault } = await withPin();
  for (const triesLeft of [PIN_TRIES - 1, PIN_TRIES - 2])
    expect(await vault.openWithPin('u1', '111111')).toEqual({ wrong: true, triesLeft });
  expect(keysOf(await vault.openWithPin('u1', '283746'))).toBeDefined();
  expect(await vault.openWithPin('u1', '111111')).toEqual({ wrong: true, triesLeft: PIN_TRIES - 1 });
});

test('after the last wrong PIN the reads are gone, no PIN opens, and the server’s key still does', async () => {
  const { vault, keys, reads } = await withPin();
  for (let tries = 0; tries < PIN_TRIES; tries += 1) await vault.openWithPin('u1', '111111');
  expect(reads.size).toBe(0);
  expect(await vault.openWithPin('u1', '283746')).toEqual({ none: true });
  expect((await vault.openWithServerKey('u1', serverKey(1))).data).toEqual(keys.data);
});

test('tries of two tabs at the same time have one bound', async () => {
  const { vault } = await withPin();
  const outcomes = await Promise.all(
    Array.from({ length: PIN_TRIES + 3 }, (_, index) =>
      vault.openWithPin('u1', index === PIN_TRIES + 2 ? '283746' : '111111'),
    ),
  );
  expect(outcomes.some((outcome) => 'keys' in outcome)).toBe(false);
});

test('a lock while a PIN is stored does not store an empty key', async () => {
  const { vault, keys } = await withPin();
  const before = keys.data.slice();
  const setting = vault.setPin(keys, '918273');
  keys.data.fill(0);
  await setting;
  expect(keysOf(await vault.openWithPin('u1', '918273'))?.data).toEqual(before);
});

test('another key of the server begins a new vault, without the reads and the PIN of before', async () => {
  const { vault, keys, reads } = await withPin();
  const fresh = await vault.openWithServerKey('u1', serverKey(2));
  expect(fresh.data).not.toEqual(keys.data);
  expect([reads.size, await vault.hasPin('u1')]).toEqual([0, false]);
});

test('two pages that begin at the same time have one key', async () => {
  const { records } = memoryRecords();
  const [one, other] = await Promise.all(
    [1, 2].map(() => createVault(records, ROUNDS).openWithServerKey('u1', serverKey(1))),
  );
  expect(one?.data).toEqual(other?.data);
});

test('the PIN of one person opens nothing of another', async () => {
  const { vault, keys } = await withPin();
  const other = await vault.openWithServerKey('u2', serverKey(3));
  await vault.setPin(other, '283746');
  expect(keysOf(await vault.openWithPin('u2', '283746'))?.data).not.toEqual(keys.data);
});

test('after a sign-out nothing opens', async () => {
  const { vault, keys, reads } = await withPin();
  await vault.forget('u1');
  expect([await vault.openWithPin('u1', '283746'), reads.size]).toEqual([{ none: true }, 0]);
  await expect(vault.setPin(keys, '918273')).rejects.toThrow('signed out');
});
