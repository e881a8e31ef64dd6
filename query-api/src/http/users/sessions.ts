/** The places where the caller is signed in. Command-api ends them (`command-api/src/http/user/sessions.ts`). */
import * as accountCalls from 'language/contract/calls/account';
import type { UserSession } from 'language/contract/sessions';
import * as z from 'zod';
import { read } from '../read-route.ts';

export const sessionRoutes = [
  read(accountCalls.listOwnSessions, {
    input: z.object({}),
    // Sessions are not in the log.
    from: () => [],
    async answer({ dependencies: { sessions }, caller }): Promise<UserSession[]> {
      return (await sessions.listOf(caller.userId)).map(
        ({ sessionId, device, address, method, kind, beganAt, lastUsedAt }) => ({
          _id: sessionId,
          device: device ?? '',
          address: address ?? '',
          method,
          kind,
          beganAt: beganAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
          isCurrent: sessionId === caller.sessionId,
        }),
      );
    },
  }),
];
