/** The certificate and key of the gateway, as files in PEM that a person or a renewal program keeps. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Mistake } from 'service-kit/process/settings';
import { setting } from 'service-kit/process/settings';
import * as z from 'zod';
import type { KeyAndCertificate } from '../certificates/make-certificate.ts';

export const tlsSettings = {
  TLS_CERT: setting(
    z.string().optional(),
    'File with the certificate of this server and those of its issuers, in PEM: with it the port speaks https',
  ),
  TLS_KEY: setting(z.string().optional(), 'File with the private key of TLS_CERT, in PEM'),
};

export interface TlsFiles {
  readonly TLS_CERT?: string | undefined;
  readonly TLS_KEY?: string | undefined;
}

/** The mistakes in the settings of TLS, a sentence for each setting; none without TLS. */
export const tlsMistakes = (values: TlsFiles & { readonly PUBLIC_URL?: string | undefined }): Mistake[] => [
  ...fileMistakes(values),
  // The port sends browsers from this address to https, where they are told to go to this address.
  ...(values.TLS_CERT !== undefined && values.PUBLIC_URL?.startsWith('http:')
    ? [mistake('PUBLIC_URL', 'must begin with https:// where TLS_CERT is set: the port speaks https only')]
    : []),
];

function fileMistakes({ TLS_CERT, TLS_KEY }: TlsFiles): Mistake[] {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return [];
  if (TLS_CERT === undefined) return [mistake('TLS_CERT', 'is needed with TLS_KEY')];
  if (TLS_KEY === undefined) return [mistake('TLS_KEY', 'is needed with TLS_CERT')];
  try {
    readTls(TLS_CERT, TLS_KEY);
    return [];
  } catch (error) {
    if (error instanceof TlsFileError) return [mistake(error.setting, error.message)];
    throw error;
  }
}

const mistake = (name: string, text: string): Mistake => ({ name, sentence: `${name}: ${text}.` });

/** A file cannot be used. The message is a sentence without its end. */
export class TlsFileError extends Error {
  override readonly name = 'TlsFileError';
  readonly setting: 'TLS_CERT' | 'TLS_KEY';
  constructor(setting: 'TLS_CERT' | 'TLS_KEY', message: string) {
    super(message);
    this.setting = setting;
  }
}

/** @throws TlsFileError for files that cannot be read, do not belong together, or whose time is not now */
export function readTls(certFile: string, keyFile: string): KeyAndCertificate {
  const certificate = readText('TLS_CERT', certFile);
  const key = readText('TLS_KEY', keyFile);
  const [leaf, secret] = [certificateIn(certificate, certFile), keyIn(key, keyFile)];
  if (!leaf.checkPrivateKey(secret)) throw new TlsFileError('TLS_KEY', 'is not the key of the certificate in TLS_CERT');
  const [from, until] = [new Date(leaf.validFrom), new Date(leaf.validTo)];
  if (until.getTime() < Date.now()) throw new TlsFileError('TLS_CERT', `the certificate has expired on ${day(until)}`);
  if (from.getTime() > Date.now())
    throw new TlsFileError('TLS_CERT', `the certificate is valid from ${day(from)} only`);
  return { key, certificate };
}

function readText(setting: 'TLS_CERT' | 'TLS_KEY', file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new TlsFileError(setting, `the file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function certificateIn(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new TlsFileError('TLS_CERT', `the file ${file} holds no certificate in PEM`);
  }
}

function keyIn(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new TlsFileError('TLS_KEY', `the file ${file} holds no private key in PEM, or one with a passphrase`);
  }
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
