/**
 * The one queue of this tab: clinical writing goes through it, whether the network is there or not (README, "A bad
 * network"). Fetched beside the first screen with data; what that needs of it before is in `waiting-store.ts`.
 */
import { createActor, fromPromise } from 'xstate';
import { ApiError, type Endpoint } from '../platform/http/api.ts';
import { cacheCommandAnswer } from '../sync/reads/admission-lists.ts';
import { api } from '../sync/client.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { live } from '../sync/live/live-connection.ts';
import { outboxMachine } from './outbox.machine.ts';
import { outboxStorage } from './outbox-storage.ts';
import { session, sessionToken, signedInUser } from '../platform/session/session.ts';
import { QueuedError, placeholderId, type PendingCommand } from './pending-command.ts';
import { setPendingCommands, publishOutcome, type NewCommand, type CommandOutcome } from './outbox-client.ts';

/**
 * Longer than a slow ward needs, and shorter than a person would wait for a server that takes what is sent and says
 * nothing.
 */
const PATIENCE_MS = 10_000;

async function sendOne(item: PendingCommand): Promise<unknown> {
  const {
    key,
    call: { method, path, params, body, ifVersion },
  } = item;
  const endpoint: Endpoint<`/${string}:${string}`, unknown, unknown> = { method, path: path as `/${string}:${string}` };
  try {
    const answer = await api(endpoint, {
      params,
      body,
      idempotencyKey: key,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(ifVersion === undefined ? {} : { ifVersion }),
    });
    await cacheCommandAnswer(answer);
    return answer;
  } catch (error) {
    throw ApiError.from(error);
  }
}

const actor = createActor(
  outboxMachine.provide({
    actors: {
      send: fromPromise<unknown, { item: PendingCommand | undefined }>(({ input: { item } }) =>
        item ? sendOne(item) : Promise.resolve(undefined),
      ),
    },
    guards: { hasNetwork: () => navigator.onLine },
  }),
  { input: outboxStorage.read() },
);
let kept = actor.getSnapshot().context;
/** What has no editor any more that would tell what came of it. */
const late = new Set(kept.items.map(({ key }) => key));
actor.on('waits', ({ keys }) => {
  for (const key of keys) late.add(key);
});
actor.subscribe(({ context }) => {
  if (context.items !== kept.items || context.ids !== kept.ids) outboxStorage.write(context);
  kept = context;
  setPendingCommands(context);
});
const tell = (news: CommandOutcome): void => {
  if (late.has(news.item.key) && news.item.corrects === undefined && news.item.user === signedInUser()?._id)
    publishOutcome(news);
};
actor.on('answered', (news) => {
  // What was typed into something that was still waiting belongs from now on to what it has become.
  if (news.id !== undefined) drafts.rename(news.item.user, placeholderId(news.item.key), news.id);
  tell(news);
});
actor.on('refused', tell);
actor.start();

const follow = (): void =>
  actor.send({ type: 'user', user: sessionToken() === undefined ? undefined : signedInUser()?._id });
session.subscribe(follow);
follow();
drafts.onCleared(() => actor.send({ type: 'empty' }));
const isBack = (): void => actor.send({ type: 'network' });
window.addEventListener('online', isBack);
let wasLive = false;
live.subscribe((state) => {
  const isLive = state.matches({ on: 'live' });
  if (isLive && !wasLive) isBack();
  wasLive = isLive;
});

/**
 * Puts them in the queue, in this order.
 * @returns the last one's answer
 * @throws ApiError where one was refused, and nothing of them is left here; Queued where they wait
 */
export function enqueue<Res>(orders: readonly NewCommand[], signal: AbortSignal): Promise<Res> {
  const user = signedInUser()?._id ?? '';
  const keys = orders.map(({ key }) => key);
  return new Promise<Res>((resolve, reject) => {
    const hearing = [
      actor.on('answered', ({ item, answer }) => {
        if (item.key !== keys.at(-1)) return;
        end();
        resolve(answer as Res);
      }),
      actor.on('refused', ({ item, error }) => {
        if (!keys.includes(item.key)) return;
        end();
        actor.send({ type: 'take', keys });
        reject(error);
      }),
      actor.on('waits', (news) => {
        if (!keys.some((key) => news.keys.includes(key))) return;
        end();
        reject(new QueuedError());
      }),
    ];
    function end(): void {
      for (const heard of hearing) heard.unsubscribe();
    }
    // An editor that is closed hears nothing more: what is refused then stays here for its author.
    const leave = (): void => {
      end();
      for (const key of keys) late.add(key);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
    actor.send({ type: 'put', items: orders.map((order) => ({ tried: false, ...order, user, at: Date.now() })) });
  });
}

/** Takes one back, with what would only have corrected it. Undefined where it is under way right now, or gone. */
export function withdraw(key: string): PendingCommand | undefined {
  const { items, sending } = actor.getSnapshot().context;
  const item = items.find((one) => one.key === key);
  if (!item || sending === key) return undefined;
  const corrections = items.filter(({ corrects }) => corrects === key);
  actor.send({ type: 'take', keys: [key, ...corrections.map((one) => one.key)] });
  // What was typed last is what its author goes on with.
  return { ...item, draft: corrections.at(-1)?.draft ?? item.draft };
}
