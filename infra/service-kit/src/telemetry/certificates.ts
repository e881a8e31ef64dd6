/** When certificates of the installation end, for the metrics. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import type { Reading } from './gauges.ts';

const CONNECT_MS = 2_000;
const EVENT_LOG_PORT = 2113;

type Named = 'https' | 'event-log';

/** @param file the certificate in PEM, those of its issuers after it; undefined, or not to be read: no reading */
export async function readingsOfCertificateFile(file: string | undefined): Promise<Reading[]> {
  if (file === undefined) return [];
  const text = await readFile(file).catch(() => undefined);
  return text ? [reading('https', new X509Certificate(text).validTo)] : [];
}

/** The certificate of the event log's server, as it shows itself. None without TLS, or while it does not answer. */
export async function readingsOfEventLogCertificate(url: string): Promise<Reading[]> {
  // The first server of a cluster: `esdb://user:password@a:2113,b:2113?tls=true`.
  const first = URL.canParse(url.replace(/,[^?]*/, '')) ? new URL(url.replace(/,[^?]*/, '')) : undefined;
  if (!first || first.searchParams.get('tls') === 'false') return [];
  const validTo = await shownBy(first.hostname.replace(/^\[|\]$/g, ''), Number(first.port || EVENT_LOG_PORT));
  return validTo === undefined ? [] : [reading('event-log', validTo)];
}

/** Nothing is sent to it: the client of the log checks whom it speaks to. */
const shownBy = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, ALPNProtocols: ['h2'], rejectUnauthorized: false, timeout: CONNECT_MS });
    const end = (validTo?: string): void => {
      socket.destroy();
      resolve(validTo);
    };
    socket.once('secureConnect', () => end(socket.getPeerCertificate().valid_to));
    socket.once('error', () => end());
    socket.once('timeout', () => end());
  });

const reading = (certificate: Named, validTo: string): Reading => ({
  name: 'pharmacy_certificate_end_timestamp_seconds',
  labels: { certificate },
  value: Date.parse(validTo) / 1_000,
});
