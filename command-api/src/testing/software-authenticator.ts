/** For specs only: an authenticator of WebAuthn in software, with the browser's part (Level 3, JSON forms). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskeyAnswer, PasskeyAnswer } from 'language/contract/bodies/second-factors';

/** Flags of the authenticator data. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface SoftwareAuthenticator {
  readonly id: string;
  create(options: { challenge: string; user: { id: string } }, attestation?: Map<string, unknown>): NewPasskeyAnswer;
  get(options: { challenge: string }): PasskeyAnswer;
  /** Its next behaviour; by default it verifies its user and counts. */
  readonly behaviour: { origin: string; rpId: string; verifiesUser: boolean; counter: number; step: number };
}

export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const behaviour = { origin, rpId: new URL(origin).hostname, verifiesUser: true, counter: 0, step: 1 };
  let userHandle: string | undefined;
  const authenticatorData = (flags: number, credential = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(behaviour.counter);
    behaviour.counter += behaviour.step;
    return Buffer.concat([
      sha256(behaviour.rpId),
      Buffer.from([PRESENT | (behaviour.verifiesUser ? VERIFIED : 0) | flags]),
      counter,
      credential,
    ]);
  };
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: behaviour.origin, crossOrigin: false }));
  const named = { id, rawId: id, type: 'public-key' } as const;
  return {
    id,
    behaviour,
    create({ challenge, user }, attestation) {
      userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const attestationObject = isoCBOR.encode(
        new Map<string, never>([
          ['fmt', attestation === undefined ? 'none' : 'packed'],
          ['attStmt', attestation ?? new Map()],
          ['authData', new Uint8Array(authenticatorData(HAS_CREDENTIAL, credential))],
        ] as never),
      );
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge }) {
      const data = authenticatorData(0);
      const client = clientData('webauthn.get', challenge);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** ES256 on P-256, as COSE writes it (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));
  return Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]) as never,
    ),
  );
}
