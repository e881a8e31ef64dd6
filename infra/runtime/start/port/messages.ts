/** Messages between the launcher, which holds the port, and the process that answers its connections. */
import * as z from 'zod';

/** To the process, with the connection's socket. */
export const GivenConnection = z.object({ connection: z.number() });
/** To the process: another one is there. Nothing more is given to it, and it may stop listening. */
export const Retire = z.object({ retire: z.literal(true) });

/** To the launcher: the process has this connection and will read from it. */
export const TakenConnection = z.object({ taken: z.number() });
/** To the launcher: the process is about to stop and wants to be replaced. */
export const Leaving = z.object({ leaving: z.literal(true) });
/** To the launcher: the process takes no more, although no other has come. */
export const Left = z.object({ left: z.literal(true) });
/** To a gateway of its own process: where its requests go from now on. */
export const Addresses = z.object({
  addresses: z.object({ 'command-api': z.url(), 'query-api': z.url(), projections: z.url() }),
  number: z.number(),
});
/** To the launcher: none of its requests is on its way to an address of before. */
export const AddressesUsed = z.object({ addressesUsed: z.number() });
/** To the launcher, from every service (`service-kit/process/lifecycle.ts`). */
export const Ready = z.object({ ready: z.literal(true) });
