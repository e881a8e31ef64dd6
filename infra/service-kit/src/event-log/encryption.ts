/**
 * Payloads of patient and admission streams are encrypted with the patient's key (docs/architecture.md, "Rule 10:
 * events are for ever"): AES-256-GCM with a random IV for each event. The stream and the event id are authenticated, so
 * that a payload cannot be moved to another place. The stored form is
 * `{ "$encrypted": 1, "iv": base64, "tag": base64, "data": base64 of the payload's JSON }`.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const Encrypted = z.object({ $encrypted: z.literal(1), iv: z.base64(), tag: z.base64(), data: z.base64() });
export type Encrypted = z.infer<typeof Encrypted>;

/** The stream and event that a payload belongs to. */
export interface EventIdentity {
  readonly stream: string;
  readonly eventId: string;
}

const authenticated = ({ stream, eventId }: EventIdentity): Buffer => Buffer.from(`${stream}\n${eventId}`, 'utf8');

export const isEncryptedStream = (stream: string): boolean =>
  stream.startsWith('patient-') || stream.startsWith('admission-');

/** @param key 32 bytes */
export function encrypt(payload: object, key: Buffer, identity: EventIdentity): Encrypted {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(authenticated(identity));
  const data = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()]);
  return {
    $encrypted: 1,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** @returns the payload's JSON @throws Error when it is no encrypted payload, has another key or place, or was changed */
export function decrypt(stored: unknown, key: Buffer, identity: EventIdentity): string {
  const { iv, tag, data } = Encrypted.parse(stored);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES })
    .setAAD(authenticated(identity))
    .setAuthTag(Buffer.from(tag, 'base64'));
  const plain = decipher.update(data, 'base64');
  // The last part is empty with this cipher. The call throws when the payload was changed.
  decipher.final();
  return plain.toString('utf8');
}
