/** The gateway as a process of a launcher, which holds the port and knows where the services are. */
import type * as z from 'zod';
import type { Running } from 'service-kit/process/lifecycle';
import { Addresses, type AddressesUsed } from '../start/port/messages.ts';
import { takeConnections } from './given-connections.ts';
import type { RemoteServices } from './remote-services.ts';
import { createGateway, type GatewayOptions } from './server.ts';

/** The longest time that it goes on answering while the launcher starts another one. */
const REPLACED_MS = 60_000;

/** Starts without a port of its own. @throws TlsFileError */
export async function startLaunchedGateway(options: GatewayOptions, remote: RemoteServices): Promise<Running> {
  const gateway = await createGateway(options);
  followAddresses(remote);
  const connections = takeConnections(gateway.server);
  return {
    async leave() {
      gateway.closeAfterAnswers();
      await connections.leave(REPLACED_MS);
    },
    stop: () => gateway.close(),
  };
}

function followAddresses(remote: RemoteServices): void {
  process.on('message', (message) => {
    const { data } = Addresses.safeParse(message);
    if (!data) return;
    const { 'command-api': commandApi, 'query-api': queryApi, projections } = data.addresses;
    const addresses = {
      'command-api': [new URL(commandApi)],
      'query-api': new URL(queryApi),
      projections: new URL(projections),
    };
    const answer: z.infer<typeof AddressesUsed> = { addressesUsed: data.number };
    void remote.use(addresses).then(() => process.send?.(answer, undefined, {}, () => undefined));
  });
}
