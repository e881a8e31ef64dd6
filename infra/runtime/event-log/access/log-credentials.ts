/**
 * The secrets that open the embedded event log: `<dataDir>/event-log-credentials` (0700, its files
 * 0600) holds an authority, the server's key and certificate, and the password of its one user. The
 * first start makes them. Clients trust this authority alone and send the password with each call,
 * so no other user of the machine can read, append or pose as the server.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isFor, isKey, isSignedBy, isUsable, kept, lifeFrom } from '../../certificates/kept-files.ts';
import {
  certifyAuthority,
  type KeyAndCertificate,
  makeKey,
  makeServerCertificate,
} from '../../certificates/make-certificate.ts';
import { CannotStart } from '../../start/program/start-errors.ts';

const FOLDER = 'event-log-credentials';
const USER = 'admin';
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1'];
const YEAR_MS = 365 * 86_400_000;

/** How long certificates are valid, in milliseconds. A certificate is made again when a third of that is left. */
export interface Lives {
  readonly authorityMs: number;
  readonly serverMs: number;
}
/** Running clients keep the authority that they have read at their start, so it lives long. */
export const LIVES: Lives = { authorityMs: 30 * YEAR_MS, serverMs: YEAR_MS };

export interface LogCredentials {
  readonly user: string;
  readonly password: string;
  /** The authority's certificate, for the setting `tlsCAFile` of clients. */
  readonly authorityFile: string;
  readonly server: KeyAndCertificate;
}

/**
 * Reads the credentials of a data folder, and makes what is missing, damaged or in the last third of its life.
 * @param options.hosts names and addresses of the server besides those of the loopback interface
 * @throws CannotStart when this user cannot use the folder
 */
export async function logCredentialsIn(
  dataDir: string,
  options: { hosts?: readonly string[]; lives?: Lives; now?: number } = {},
): Promise<LogCredentials> {
  const { hosts = [], lives = LIVES, now = Date.now() } = options;
  const folder = join(dataDir, FOLDER);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const password = await kept(join(folder, 'password'), isPassword, async () =>
      randomBytes(32).toString('base64url'),
    );
    const authorityKey = await kept(join(folder, 'authority-key.pem'), isKey, async () => makeKey());
    const authorityFile = join(folder, 'authority.pem');
    const authority = await kept(
      authorityFile,
      (pem) => isUsable(pem, authorityKey, now),
      () => certifyAuthority(authorityKey, 'Embedded event log', lifeFrom(now, lives.authorityMs)),
    );
    const names = [...new Set([...LOCAL_HOSTS, ...hosts])];
    // Key and certificate lie in one file, so that both change at once. OpenSSL finds the part that it needs.
    const pem = await kept(
      join(folder, 'server.pem'),
      (text) => isUsable(text, text, now) && isSignedBy(authority, text) && isFor(names, text),
      async () => {
        const signer = { key: authorityKey, certificate: authority };
        const { key, certificate } = await makeServerCertificate(names, lifeFrom(now, lives.serverMs), signer);
        return `${certificate.trim()}\n${key}`;
      },
    );
    return { user: USER, password, authorityFile, server: { key: pem, certificate: pem } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CannotStart(
      `The folder ${folder} cannot be used by this user (${code}): it holds the event log’s keys.`,
      {
        cause: error,
      },
    );
  }
}

/** @param address host and port @returns the connection string for clients; it holds the password */
export const logUrl = ({ user, password, authorityFile }: LogCredentials, address: string): string =>
  `esdb://${user}:${password}@${address}?tls=true&tlsCAFile=${encodeURIComponent(authorityFile)}`;

const isPassword = (text: string): boolean => /^[\w-]{43,}$/.test(text);
