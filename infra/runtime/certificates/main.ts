/**
 * `npm run tls -- --self-signed [--host NAME] [--to FOLDER]`: a certificate to try https with, and the two settings that
 * use it. Browsers warn of it: a hospital takes one that its computers trust.
 */
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { recordOperatorAction } from 'service-kit/security-log/operator-actions';
import { argumentsOf, operatorsPlaceOf, runCommand } from '../start/program/operator-command.ts';
import { writeSecretFile } from '../start/program/secret-file.ts';
import { makeServerCertificate } from './make-certificate.ts';

const DAY_MS = 86_400_000;
/** The longest life that browsers accept. */
const LIFE_MS = 397 * DAY_MS;
const USAGE = `Usage: npm run tls -- --self-signed [--host NAME] [--to FOLDER]

Makes a certificate to try https with, and prints the two settings that use it.

  --host NAME      a name or an address of this server; may be repeated; else this machine's name.
                   localhost and the loopback addresses are always among them
  --to FOLDER      where the files go; else the folder tls in DATA_DIR (.data)
`;

async function makeCertificate(names: readonly string[], folder: string): Promise<void> {
  const hosts = [...new Set([...names, 'localhost', '127.0.0.1', '::1'])];
  const now = Date.now();
  const { key, certificate } = await makeServerCertificate(hosts, {
    from: new Date(now - DAY_MS),
    until: new Date(now + LIFE_MS - DAY_MS),
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [certFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await writeSecretFile(keyFile, key);
  await writeSecretFile(certFile, `${certificate}\n`);
  await recordOperatorAction({ kind: 'CertificateMade', data: {} }, await operatorsPlaceOf(process.env));
  process.stdout.write(`TLS_CERT=${certFile}\nTLS_KEY=${keyFile}\n`);
}

const values = argumentsOf({
  options: {
    'self-signed': { type: 'boolean' },
    host: { type: 'string', multiple: true, default: [hostname()] },
    to: { type: 'string' },
  },
})?.values;
const folder = resolve(values?.to ?? join(process.env['DATA_DIR'] || '.data', 'tls'));
await runCommand(
  USAGE,
  values?.['self-signed'] && values.host.every((host) => /^[\w.:-]+$/.test(host))
    ? () => makeCertificate(values.host, folder)
    : undefined,
);
