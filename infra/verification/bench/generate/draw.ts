/**
 * Everything that is drawn derives from the seed: random numbers, ids, the patients' keys, the nonces. Keys from a seed
 * are no secret. They are for benches only, and never for a log that holds a person.
 */
import { createHash } from 'node:crypto';
import { parse, v5 as uuidv5 } from 'uuid';
import { IV_BYTES } from 'service-kit/event-log/encryption';
import { derivedKey } from 'service-kit/security/derived-key';
import { randomOf, type Random } from 'language/domain/testing/random';

const NAMESPACE = '0d7c6f0e-6f4c-5a1d-8a55-3f2b9c1e7d64';

export interface Draw {
  /** Random numbers for a thing, independent of what was drawn for others. */
  randomFor(thing: string): Random;
  /** The id of a command, as if `thing` were its idempotency key. */
  commandId(thing: string): string;
  /** 32 bytes. */
  patientKey(patientId: string): Buffer;
}

export function createDraw(seed: number): Draw {
  const namespace = parse(uuidv5(`seed ${seed}`, NAMESPACE));
  const secret = createHash('sha256').update(`bench ${seed}`).digest();
  return {
    randomFor: (thing) => randomOf(createHash('sha256').update(`${seed} ${thing}`).digest().readUInt32BE(0)),
    commandId: (thing) => uuidv5(thing, namespace),
    patientKey: (patientId) => derivedKey(secret, patientId),
  };
}

/** The nonce of an event's payload: ids of events are hashes that differ, and so are the nonces of one key. */
export const nonceOf = (eventId: string): Buffer =>
  Buffer.from(eventId.replaceAll('-', '').slice(0, 2 * IV_BYTES), 'hex');
