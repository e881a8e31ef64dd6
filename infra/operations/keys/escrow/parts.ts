/** The master key in three parts (Shamir's secret sharing): any two give it, and one alone says nothing about it. */
import { randomBytes } from 'node:crypto';
import { keyIdOf } from 'service-kit/security/key-ring';
import { combine, split } from 'shamir-secret-sharing';
import { CannotDo } from '../../../runtime/start/program/operator-command.ts';
import type { Part } from './part-code.ts';

export const PARTS = 3;
export const NEEDED = 2;
const SET_BYTES = 2;

export async function splitKey(key: Buffer): Promise<readonly Part[]> {
  const set = randomBytes(SET_BYTES).toString('hex');
  const shares = await split(Uint8Array.from(key), PARTS, NEEDED);
  return shares.map((share, index) => ({ number: index + 1, set, keyId: keyIdOf(key), share }));
}

/** @throws CannotDo when the two parts do not belong together */
export async function joinParts(one: Part, other: Part): Promise<Buffer> {
  if (one.keyId !== other.keyId)
    throw new CannotDo(`These are parts of different keys: ${one.keyId} and ${other.keyId}.`);
  if (one.set !== other.set)
    throw new CannotDo(`These parts were made at different times: they are of the sets ${one.set} and ${other.set}.`);
  if (one.number === other.number)
    throw new CannotDo(`Part ${one.number} was given twice. Two different parts are needed.`);
  const key = Buffer.from(await combine([one.share, other.share]));
  if (keyIdOf(key) !== one.keyId) throw new CannotDo(`These parts do not give the key ${one.keyId}.`);
  return key;
}
