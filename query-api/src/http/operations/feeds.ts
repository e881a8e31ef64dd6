/** The hospital's interface, for the admin account (docs/interfaces.md, "HL7 v2 messages"). */
import * as installationCalls from 'language/contract/calls/installation';
import type { FeedMessage, Feeds, ParkedFeedMessage } from 'language/contract/feeds';
import { feedOutcomes } from 'language/domain/values/feed-codes';
import { Id } from 'language/domain/values/fields';
import {
  createFeedSeal,
  feedCounts,
  feedListeners,
  parkedMessage,
  parkedMessages,
  type ParkedMessage,
} from 'service-kit/feeds/feed-messages';
import { notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { requireAdminAccount } from '../accounts/accounts.ts';
import { read } from '../read-route.ts';

const NEWEST = 50;

export const feedRoutes = [
  read(installationCalls.getFeeds, {
    input: z.object({}),
    from: () => [],
    async answer(request): Promise<Feeds> {
      await requireAdminAccount(request);
      const { db, dependencies } = request;
      const seal = createFeedSeal(await dependencies.rootKey());
      const [listeners, { counts, parked, lastAt }, newest] = await Promise.all([
        feedListeners(db),
        feedCounts(db),
        parkedMessages(db, seal, NEWEST),
      ]);
      return {
        listeners,
        counts: Object.fromEntries(feedOutcomes.map((outcome) => [outcome, counts[outcome] ?? 0])) as Feeds['counts'],
        lastAt: lastAt?.toISOString() ?? null,
        parked: { total: parked, newest: newest.map(shown) },
      };
    },
  }),
  read(installationCalls.getFeedMessage, {
    input: z.object({ id: Id }),
    from: () => [],
    async answer(request): Promise<FeedMessage> {
      await requireAdminAccount(request);
      const { db, dependencies, caller, input } = request;
      const message = await parkedMessage(db, createFeedSeal(await dependencies.rootKey()), input.id);
      if (!message) throw notFound();
      await dependencies.securityLog.record({
        kind: 'FeedMessageRead',
        by: 'person',
        actorId: caller.userId,
        data: { message: input.id },
        origin: { sessionId: caller.sessionId },
      });
      return { ...shown(message), segments: message.text.split(/[\r\n]+/).filter((line) => line !== '') };
    },
  }),
];

const shown = ({ messageId, kind, reason, about, receivedAt, tries }: ParkedMessage): ParkedFeedMessage => ({
  _id: messageId,
  kind,
  reason,
  about,
  receivedAt: receivedAt.toISOString(),
  tries,
});
