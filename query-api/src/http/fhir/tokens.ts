/**
 * OAuth 2.0 client credentials (RFC 6749, section 4.4): a client proves its secret, and gets a token for some minutes. The token
 * is signed and not stored: each request looks whether the client may still read what it is for.
 */
import { jwtVerify, SignJWT } from 'jose';
import type { Context } from 'koa';
import type { FollowedFile } from 'service-kit/process/followed-file';
import { derivedKey } from 'service-kit/security/derived-key';
import { type FhirClient, type Grant, grantOf, hasSecret, scopeOf } from './clients.ts';
import { FhirProblem } from './outcome.ts';

const TOKEN_SECONDS = 600;
const FORM_BYTES_MAX = 8_192;
const ALGORITHM = 'HS256';

export interface TokenParts {
  readonly clients: Pick<FollowedFile<ReadonlyMap<string, FhirClient>>, 'current'>;
  readonly rootKey: () => Promise<Buffer>;
  /** The base address of FHIR: who signs, and for whom. */
  readonly base: string;
  readonly onRefused: (headers: Context['headers'], reason: string) => void;
}

export interface Tokens {
  /** Answers `POST /fhir/token`, in the words of RFC 6749. */
  answer(ctx: Context): Promise<void>;
  /** @throws FhirProblem 401 */
  grantOf(ctx: Context): Promise<Grant>;
}

export function createTokens({ clients, rootKey, base, onRefused }: TokenParts): Tokens {
  const key = async (): Promise<Buffer> => derivedKey(await rootKey(), 'fhir access tokens');
  const of = { issuer: base, audience: base };
  const refuse = (ctx: Context, status: number, error: string, description: string): void => {
    if (status === 401) {
      ctx.set('www-authenticate', 'Basic realm="fhir"');
      onRefused(ctx.headers, error);
    }
    ctx.status = status;
    ctx.body = { error, error_description: description };
  };
  return {
    async answer(ctx) {
      if (!ctx.is('application/x-www-form-urlencoded'))
        return refuse(ctx, 400, 'invalid_request', 'The body is no form (application/x-www-form-urlencoded)');
      const form = await formOf(ctx);
      if (form?.get('grant_type') !== 'client_credentials')
        return refuse(ctx, 400, form ? 'unsupported_grant_type' : 'invalid_request', 'grant_type: client_credentials');
      const given = credentialsOf(ctx.get('authorization'), form);
      const client = (await clients.current()).get(given.id);
      if (!client || !hasSecret(client, given.secret))
        return refuse(ctx, 401, 'invalid_client', 'The client is not known, or its secret is another one');
      const grant = grantOf(client, form.get('scope') ?? '');
      if (!grant) return refuse(ctx, 400, 'invalid_scope', `The client may have: ${scopeOf(client)}`);
      const scope = scopeOf(grant);
      const token = await new SignJWT({ scope })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(client.id)
        .setIssuer(base)
        .setAudience(base)
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS} s`)
        .sign(await key());
      ctx.body = { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope };
    },
    async grantOf(ctx) {
      const token = /^bearer\s+(\S+)$/i.exec(ctx.get('authorization'))?.[1];
      const claims =
        token === undefined
          ? undefined
          : await jwtVerify(token, await key(), { ...of, algorithms: [ALGORITHM] }).catch(() => undefined);
      const client = (await clients.current()).get(claims?.payload.sub ?? '');
      const grant = client && grantOf(client, String(claims?.payload['scope']));
      if (!grant)
        throw new FhirProblem(401, 'login', 'A token of /fhir/token is needed, and this one is missing or has ended', {
          'www-authenticate': 'Bearer realm="fhir"',
        });
      return grant;
    },
  };
}

/** @returns undefined for a form that is too long */
async function formOf(ctx: Context): Promise<URLSearchParams | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of ctx.req as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > FORM_BYTES_MAX) return undefined;
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

/** They are in the header (`client_secret_basic`), else in the form (`client_secret_post`). */
function credentialsOf(header: string, form: URLSearchParams): { readonly id: string; readonly secret: string } {
  const basic = /^basic\s+(\S+)$/i.exec(header)?.[1];
  if (basic === undefined) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':').map(decoded);
  return { id, secret: secret.join(':') };
}

/** RFC 6749 has both parts form-encoded. */
const decoded = (text: string): string => new URLSearchParams(`of=${text.replaceAll('&', '%26')}`).get('of') ?? '';
