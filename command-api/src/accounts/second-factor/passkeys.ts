/**
 * Passkeys (WebAuthn, Level 3). The authenticator verifies its user each time, by a fingerprint or a PIN, so a passkey is
 * two factors at once. An answer counts once, for the challenge of its ticket.
 */
import { randomUUID } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { Pool, PoolClient } from 'pg';
import type { AnsweredPasskey, NewPasskeyAnswer } from 'language/contract/bodies/second-factors';
import type { RelyingParty } from './relying-party.ts';
import { TICKET_MINUTES, type Tickets } from './tickets.ts';
import { ISSUER } from './totp.ts';

export const PASSKEYS_MAX = 20;

/** Loaded with the first passkey: with its parsers of certificates it takes a tenth of the program's start. */
const webAuthn = () => import('@simplewebauthn/server');

export interface NewPasskeyOptions {
  readonly ticket: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}
export interface PasskeyOptions {
  readonly ticket: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

export interface NewPasskey {
  readonly ticket: string;
  readonly answer: NewPasskeyAnswer;
  readonly name: string;
}

export interface VerifiedPasskey {
  /** The owner of the passkey. */
  readonly userId: string;
  /** Uses the answer up. @returns false where it was given before */
  spend(): Promise<boolean>;
}

export interface Passkeys {
  /** @param person the account, as the authenticator shows it */
  beginNew(person: { userId: string; email: string; name: string }): Promise<NewPasskeyOptions>;
  /**
   * In a transaction of the caller, which holds the account's row.
   * @returns false where the answer is not valid, was given before, or is of a known passkey
   */
  add(tx: PoolClient, userId: string, added: NewPasskey): Promise<boolean>;
  /**
   * A challenge for the passkeys of this person. Without a person it looks nothing up: any passkey of this installation
   * may answer.
   */
  begin(userId?: string): Promise<PasskeyOptions>;
  /** The answer may have been given before. @returns undefined where it is not valid */
  verify(answered: AnsweredPasskey): Promise<VerifiedPasskey | undefined>;
  /** Verifies the answer and uses it up. @returns the owner of the passkey; undefined where its answer is not valid or was given before */
  accept(answered: AnsweredPasskey): Promise<string | undefined>;
}

export function createPasskeys(pool: Pool, tickets: Tickets, { id: rpID, origin }: RelyingParty): Passkeys {
  const namesOf = async (userId: string): Promise<{ id: string; transports: string[] }[]> => {
    const { rows } = await pool.query<{ id: string; transports: string[] }>(
      'select credential_id as id, transports from accounts.passkey where user_id = $1',
      [userId],
    );
    return rows;
  };
  const verify: Passkeys['verify'] = async ({ ticket, answer }) => {
    const held = tickets.read('passkey', ticket);
    if (!held) return undefined;
    const { rows } = await pool.query<{ user_id: string; public_key: Buffer; counter: string }>(
      'select user_id, public_key, counter from accounts.passkey where credential_id = $1',
      [answer.id],
    );
    const known = rows[0];
    const { userHandle, ...signed } = answer.response;
    if (!known || !isOf(userHandle, known.user_id)) return undefined;
    const { verifyAuthenticationResponse } = await webAuthn();
    const counter = await unlessInvalid(async () => {
      const { verified: isVerified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...answer, response: signed, clientExtensionResults: {} },
        expectedChallenge: held.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: answer.id,
          publicKey: new Uint8Array(known.public_key),
          counter: Number(known.counter),
        },
      });
      return isVerified ? authenticationInfo.newCounter : undefined;
    });
    if (counter === undefined) return undefined;
    return {
      userId: known.user_id,
      async spend() {
        if (!(await spend(pool, held))) return false;
        // A counter never goes back: a copied authenticator would. Many authenticators count nothing, and stay at 0.
        const { rowCount } = await pool.query(
          `update accounts.passkey set counter = $2, used_at = now()
           where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
          [answer.id, counter],
        );
        return rowCount === 1;
      },
    };
  };
  return {
    async beginNew({ userId, email, name }) {
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: ISSUER,
        rpID,
        userID: new Uint8Array(Buffer.from(userId)),
        userName: email,
        userDisplayName: name,
        timeout: TICKET_MINUTES * 60_000,
        excludeCredentials: await namesOf(userId),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options, ticket: tickets.make('newPasskey', { userId, challenge: options.challenge }) };
    },
    async add(tx, userId, { ticket, answer, name }) {
      const held = tickets.read('newPasskey', ticket);
      if (held?.userId !== userId) return false;
      const { verifyRegistrationResponse } = await webAuthn();
      const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
      const registered = await unlessInvalid(async () => {
        if (hasCertificates(decodeAttestationObject(attestationOf(answer)))) return undefined;
        const { registrationInfo } = await verifyRegistrationResponse({
          response: { ...answer, clientExtensionResults: {} },
          expectedChallenge: held.challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
        });
        return registrationInfo?.credential;
      });
      if (!registered || !(await spend(tx, held))) return false;
      const { rowCount } = await tx.query(
        `insert into accounts.passkey (passkey_id, credential_id, user_id, public_key, counter, transports, name)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [
          randomUUID(),
          registered.id,
          userId,
          Buffer.from(registered.publicKey),
          registered.counter,
          answer.response.transports,
          name,
        ],
      );
      return rowCount === 1;
    },
    async begin(userId) {
      const { generateAuthenticationOptions } = await webAuthn();
      const options = await generateAuthenticationOptions({
        rpID,
        ...(userId !== undefined && { allowCredentials: await namesOf(userId) }),
        userVerification: 'required',
        timeout: TICKET_MINUTES * 60_000,
      });
      return { options, ticket: tickets.make('passkey', { challenge: options.challenge }) };
    },
    verify,
    async accept(answered) {
      const verified = await verify(answered);
      return verified && (await verified.spend()) ? verified.userId : undefined;
    },
  };
}

/** Which user the authenticator says that it signs for. Security keys may say nothing. */
const isOf = (userHandle: string | undefined, userId: string): boolean =>
  userHandle === undefined || userHandle === Buffer.from(userId).toString('base64url');

/** The library throws for each answer that is not valid. */
async function unlessInvalid<Result>(verify: () => Promise<Result | undefined>): Promise<Result | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

const attestationOf = ({ response }: NewPasskeyAnswer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(response.attestationObject, 'base64url'));

/**
 * No attestation is asked for, and an honest browser removes certificates. To verify them, the library would fetch
 * addresses that the certificates name.
 */
function hasCertificates(attestation: AttestationObject): boolean {
  const format = attestation.get('fmt');
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined);
}

/** One of several concurrent answers succeeds. */
async function spend(
  db: Pick<PoolClient, 'query'>,
  { challenge, until }: { challenge: string; until: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into accounts.spent_challenge (challenge, expires_at) values ($1, $2) on conflict do nothing',
    [challenge, until],
  );
  return rowCount === 1;
}
