/** Parked messages of the hospital's interface, for the admin account (docs/interfaces.md, "HL7 v2 messages"). */
import { SetMessageAside } from 'language/contract/bodies/feeds';
import { EmptyBody } from 'language/contract/bodies/shared';
import * as installationCalls from 'language/contract/calls/installation';
import type { TriedFeedMessage } from 'language/contract/feeds';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import { type CommandRequest, command } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireAdminAccount } from '../rights.ts';

/** @throws HttpProblem 403 for others than the admin account; 409 without an interface */
async function feedOf(request: CommandRequest<unknown>): Promise<NonNullable<Dependencies['feed']>> {
  await requireAdminAccount(request);
  const { feed } = request.dependencies;
  if (!feed) throw new HttpProblem(refusal('no-feed'));
  return feed;
}

const by = ({ caller, commandId }: CommandRequest<unknown>) => ({
  by: 'person' as const,
  actorId: caller.userId,
  origin: { sessionId: caller.sessionId },
  sourceId: commandId,
});

export const feedRoutes = [
  command(installationCalls.tryFeedMessageAgain, {
    body: EmptyBody,
    async answer(request): Promise<TriedFeedMessage> {
      const feed = await feedOf(request);
      const message = request.param('id');
      await feed.record({ kind: 'FeedMessageTried', data: { message }, ...by(request) });
      const tried = await feed.tryAgain(message);
      if (!tried) throw notFound();
      const { outcome, reason, about } = tried;
      return { outcome, reason, about };
    },
  }),
  command(installationCalls.setFeedMessageAside, {
    body: SetMessageAside,
    async answer(request): Promise<TriedFeedMessage> {
      const feed = await feedOf(request);
      const message = request.param('id');
      const { reason } = request.body;
      if (!(await feed.setAside(message))) throw notFound();
      await feed.record({ kind: 'FeedMessageSetAside', data: { message, reason }, ...by(request) });
      return { outcome: 'setAside', reason, about: '' };
    },
  }),
];
