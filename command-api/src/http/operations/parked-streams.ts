/**
 * "Try again" of a parked stream, for the admin account (docs/product.md, "Operator's page"). It is no command of a
 * stream: the log knows nothing of rows.
 */
import * as installationCalls from 'language/contract/calls/installation';
import { setTimeout as pause } from 'node:timers/promises';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { TriedStream } from 'language/contract/operations';
import { command } from '../command-route.ts';
import { requireAdminAccount } from '../rights.ts';

/** projections looks for asks every two seconds, and a try takes as long as its events. */
const ANSWER_MS = 6_000;
const LOOK_MS = 200;

export const parkedStreamRoutes = [
  command(installationCalls.tryParkedStreamAgain, {
    body: EmptyBody,
    async answer(request): Promise<TriedStream> {
      await requireAdminAccount(request);
      const {
        dependencies: { streamRetries },
        caller,
        commandId,
      } = request;
      await streamRetries.ask(
        { commandId, projection: request.param('projection'), stream: request.param('stream') },
        caller,
      );
      for (const until = performance.now() + ANSWER_MS; performance.now() < until; await pause(LOOK_MS)) {
        const tried = await streamRetries.tried(commandId);
        if (tried) return tried;
      }
      return { outcome: 'unanswered', reason: null };
    },
  }),
];
