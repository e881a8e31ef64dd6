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
/** To the launcher: the process needs the port of the one before, and nothing else (`service-kit/process/handover.ts`). */
export const Opened = z.object({ opened: z.literal(true) });
/** To the launcher: the process takes no more, although no other has come. */
export const Left = z.object({ left: z.literal(true) });
/** To the launcher, from every service (`service-kit/process/lifecycle.ts`). */
export const Ready = z.object({ ready: z.literal(true) });
