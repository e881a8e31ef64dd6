/**
 * Makes certificates: an authority, the certificates of servers that it signs, and self-signed ones. Keys are ECDSA on
 * P-256, or RSA for servers that know no other. Node has no function that makes certificates. The library is loaded when one is made, which is seldom: it takes
 * 0.2 s.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** Both as PEM. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly certificate: string;
}

export interface Life {
  readonly from: Date;
  readonly until: Date;
}

const ALGORITHMS = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const;
const RSA_BITS = 3_072;

/** A new private key as PEM. */
export function makeKey(kind: keyof typeof ALGORITHMS = 'ec'): string {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: RSA_BITS })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/**
 * The certificate of an authority that signs servers only. Made again with the same key and name it replaces the one of
 * before: what that key has signed is valid under both.
 */
export async function certifyAuthority(key: string, name: string, life: Life): Promise<string> {
  const library = await load();
  const certificate = await library.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys: await keysOf(key),
    notBefore: life.from,
    notAfter: life.until,
    signingAlgorithm: ALGORITHMS[kindOf(key)],
    extensions: [
      new library.BasicConstraintsExtension(true, 0, true),
      new library.KeyUsagesExtension(library.KeyUsageFlags.keyCertSign, true),
    ],
  });
  return certificate.toString('pem');
}

/**
 * A key and a certificate of a server.
 * @param hosts names and addresses that clients use
 * @param authority signs it; undefined: it is self-signed
 * @param key its private key; undefined: a new one
 */
export async function makeServerCertificate(
  hosts: readonly string[],
  life: Life,
  authority?: KeyAndCertificate,
  key = makeKey(),
): Promise<KeyAndCertificate> {
  const library = await load();
  const isRsa = kindOf(key) === 'rsa';
  const { digitalSignature, keyEncipherment } = library.KeyUsageFlags;
  const { privateKey, publicKey } = await keysOf(key);
  const subject = [{ CN: [hosts[0] ?? 'localhost'] }];
  const certificate = await library.X509CertificateGenerator.create({
    subject,
    issuer: authority ? new library.X509Certificate(authority.certificate).subject : subject,
    publicKey,
    signingKey: authority ? (await keysOf(authority.key)).privateKey : privateKey,
    signingAlgorithm: ALGORITHMS[kindOf(authority?.key ?? key)],
    notBefore: life.from,
    notAfter: life.until,
    extensions: [
      new library.BasicConstraintsExtension(false, undefined, true),
      // EventStoreDB, which takes RSA only, asks for both usages of each.
      new library.KeyUsagesExtension(isRsa ? digitalSignature | keyEncipherment : digitalSignature, true),
      new library.ExtendedKeyUsageExtension([
        library.ExtendedKeyUsage.serverAuth,
        ...(isRsa ? [library.ExtendedKeyUsage.clientAuth] : []),
      ]),
      new library.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
    ],
  });
  return { key, certificate: certificate.toString('pem') };
}

/** The library needs the polyfill before its own first line. */
async function load(): Promise<typeof import('@peculiar/x509')> {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

const kindOf = (pem: string): keyof typeof ALGORITHMS =>
  createPrivateKey(pem).asymmetricKeyType === 'rsa' ? 'rsa' : 'ec';

async function keysOf(pem: string): Promise<webcrypto.CryptoKeyPair> {
  const { subtle } = webcrypto;
  const key = createPrivateKey(pem);
  const algorithm = ALGORITHMS[kindOf(pem)];
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), algorithm, true, ['sign']),
    subtle.importKey('spki', createPublicKey(pem).export({ type: 'spki', format: 'der' }), algorithm, true, ['verify']),
  ]);
  return { privateKey, publicKey };
}
