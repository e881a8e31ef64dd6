/** The server's certificate while it runs: it is renewed before it ends, and connections from then on get the new one. */
import { ServerCredentials } from '@grpc/grpc-js';
import type { Logger } from 'service-kit/process/logger';
import type { KeyAndCertificate } from '../../certificates/make-certificate.ts';
import { LIVES, type Lives, type LogCredentials, logCredentialsIn } from './log-credentials.ts';

const DAY_MS = 86_400_000;

/** TLS for a server of the gRPC library, whose own `createSsl` keeps one certificate. */
class RenewableTls extends ServerCredentials {
  constructor({ key, certificate }: KeyAndCertificate) {
    super({ minVersion: 'TLSv1.2' }, { key, cert: certificate });
  }

  renew({ key, certificate }: KeyAndCertificate): void {
    this.updateSecureContextOptions({ key, cert: certificate });
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other;
  }
}

export interface ServerIdentity {
  readonly credentials: LogCredentials;
  readonly tls: ServerCredentials;
  stop(): void;
}

/** @param options.hosts see `logCredentialsIn` @throws CannotStart when this user cannot use the folder */
export async function openServerIdentity(options: {
  dataDir: string;
  hosts: readonly string[];
  lives?: Lives | undefined;
  logger: Logger;
}): Promise<ServerIdentity> {
  const { dataDir, hosts, lives = LIVES, logger } = options;
  const credentials = await logCredentialsIn(dataDir, { hosts, lives });
  let { certificate } = credentials.server;
  const tls = new RenewableTls(credentials.server);

  const renew = async (): Promise<void> => {
    const { server } = await logCredentialsIn(dataDir, { hosts, lives });
    if (server.certificate === certificate) return;
    certificate = server.certificate;
    tls.renew(server);
    logger.info('the certificate was renewed');
  };
  const timer = setInterval(
    () => void renew().catch((error: unknown) => logger.error({ error }, 'the certificate was not renewed')),
    Math.min(DAY_MS, lives.serverMs / 12),
  );
  timer.unref();
  return { credentials, tls, stop: () => clearInterval(timer) };
}
