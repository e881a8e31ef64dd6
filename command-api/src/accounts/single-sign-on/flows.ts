/**
 * A sign-in at the provider as the browser carries it. Its cookie is signed and holds a random seed; state, nonce and
 * PKCE verifier derive from the seed with a key of this installation. So nothing is stored until the provider has
 * answered, and the cookie of one step is not good for another.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isReason } from 'language/domain/reasons/catalogue';
import type { Refusal } from 'language/domain/reasons/refusal';
import { derivedKey } from 'service-kit/security/derived-key';
import { createSignedTexts } from '../signed-texts.ts';
import type { FlowSecrets } from './provider.ts';

/** The person has this time to sign in at the provider. */
export const FLOW_SECONDS = 600;
/** The page has this time to fetch its session. */
export const FETCH_SECONDS = 60;

const Carried = z.object({
  seed: z.string(),
  returnFrom: z.string().optional(),
  isProved: z.boolean().optional(),
  isReauthentication: z.boolean().optional(),
  until: z.number(),
});
type Carries = Omit<z.output<typeof Carried>, 'until'>;
const Refused = z.object({
  refusal: z.object({
    reason: z.string().refine(isReason),
    code: z.custom<Refusal['code']>((code) => typeof code === 'string'),
    message: z.string(),
    beside: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
  until: z.number(),
});

/** A sign-in under way. */
export interface Flow extends FlowSecrets {
  /** A path of the product. */
  readonly returnFrom: string | undefined;
  /** The browser has solved a challenge: the limits of attempts let its return pass. */
  readonly isProved: boolean;
}

/** The part of a flow that the browser is to come back with. */
type Wish = Partial<Pick<Flow, 'returnFrom' | 'isProved' | 'isReauthentication'>>;

export interface Flows {
  /** @returns the cookie's value and the secrets that the provider is given */
  begin(wish: Wish): { cookie: string; flow: Flow };
  /** Undefined for a cookie that is missing, expired, changed, or of another step. */
  resume(cookie: string | undefined): Flow | undefined;
  /** A cookie for the browser that may fetch the session, and the hash that the waiting sign-in keeps of it. */
  waiting(): { cookie: string; browserHash: Buffer };
  /** The same hash; undefined as in `resume`. */
  browserHash(cookie: string | undefined): Buffer | undefined;
  /** A refusal on its way to the page. It is nothing secret, and is shown once more if it is sent once more. */
  refused(refusal: Refusal): string;
  readRefused(code: string): Refusal | undefined;
}

/** @param now in milliseconds, for specs */
export function createFlows(rootKey: Buffer, now = Date.now): Flows {
  const { sign, write, read } = createSignedTexts(derivedKey(rootKey, 'single sign-on flow'), now);
  const seed = (): string => randomBytes(32).toString('base64url');
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const flowOf = (
    { seed: from, returnFrom, isProved = false, isReauthentication = false }: Carries,
    begunAt: number,
  ): Flow => ({
    state: sign('state', from),
    nonce: sign('nonce', from),
    codeVerifier: sign('code verifier', from),
    returnFrom,
    isProved,
    isReauthentication,
    begunAt: new Date(begunAt),
  });
  return {
    begin(wish) {
      const carried = { seed: seed(), ...wish };
      return { cookie: write('flow', carried, FLOW_SECONDS), flow: flowOf(carried, now()) };
    },
    resume(cookie) {
      const carried = read('flow', Carried, cookie);
      return carried && flowOf(carried, carried.until - FLOW_SECONDS * 1000);
    },
    waiting() {
      const from = seed();
      return { cookie: write('waiting', { seed: from }, FETCH_SECONDS), browserHash: hash(from) };
    },
    browserHash(cookie) {
      const carried = read('waiting', Carried, cookie);
      return carried && hash(carried.seed);
    },
    refused: (refusal) => write('refused', { refusal }, FLOW_SECONDS),
    readRefused(code) {
      const refused = read('refused', Refused, code)?.refusal;
      return refused && { ...refused, values: refused.values };
    },
  };
}
