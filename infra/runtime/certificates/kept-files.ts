/** Certificates and keys in files, which are made where they are missing, damaged or in the last third of their life. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeSecretFile } from '../start/program/secret-file.ts';
import type { Life } from './make-certificate.ts';

/** The content of a file. Where it is not usable, `make` makes another one. */
export async function kept(
  file: string,
  isUsable: (content: string) => boolean,
  make: () => Promise<string>,
): Promise<string> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (isUsable(content.trim())) return content.trim();
  const made = await make();
  await writeSecretFile(file, `${made.trim()}\n`);
  return made.trim();
}

/** It begins a hundredth of its life earlier, for a clock that is set back a little. */
export const lifeFrom = (now: number, lifeMs: number): Life => ({
  from: new Date(now - lifeMs / 100),
  until: new Date(now + lifeMs),
});

export const isKey = (pem: string): boolean => holds(() => createPrivateKey(pem).type === 'private');

/** The certificate belongs to the key, has begun, and more than a third of its life is left. */
export const isUsable = (certificate: string, key: string, now: number): boolean =>
  holds(() => {
    const read = new X509Certificate(certificate);
    const [from, until] = [Date.parse(read.validFrom), Date.parse(read.validTo)];
    return from <= now && until - now > (until - from) / 3 && read.checkPrivateKey(createPrivateKey(key));
  });

export const isSignedBy = (authority: string, certificate: string): boolean =>
  holds(() => new X509Certificate(certificate).verify(new X509Certificate(authority).publicKey));

export const isFor = (hosts: readonly string[], certificate: string): boolean => {
  const read = new X509Certificate(certificate);
  return hosts.every((host) => (read.checkHost(host) ?? read.checkIP(host)) !== undefined);
};

/** False also where something cannot be parsed. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
