import * as reviewCalls from 'language/contract/calls/reviews';
import * as wardCalls from 'language/contract/calls/ward';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer, DrugErr, Review } from 'language/contract/entities';
import type { PhysicianAnswer } from 'language/domain/values/codes';
import { type CommandSender, createCommandSender } from '../../outbox/outbox.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

/** Pages of 20. */
export const askedQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.asked,
    queryFn: ({ pageParam, signal }) => api(wardCalls.listAsked, { query: { pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });

/** The number of errors that are asked of the caller; null for a person who is no physician. */
export const askedCountQuery = () =>
  queryOptions({
    queryKey: queryKeys.askedCount,
    queryFn: async ({ signal }) => (await api(wardCalls.countAsked, { signal })).asked,
  });

export interface SaidAnswer {
  readonly answer: PhysicianAnswer;
  readonly text: string;
  readonly reason: string;
}
/** The entry as it is shown. */
export type ShownEntry = Pick<DrugErr, '_id' | 'version' | 'errDrugLabel'>;
/** The key of its editor in the outbox. */
export const editorOf = (entry: string): string => `answer/${entry}`;

/**
 * Sends an answer through the outbox.
 * @param what its name for people
 * @param where the address of the screen that shows it
 * @throws ApiError if it was refused; QueuedError if it waits for the network
 */
export async function sendAnswer(
  sender: CommandSender,
  { entry, review, what, where }: { entry: ShownEntry; review: string; what: string; where: string },
  said: SaidAnswer,
): Promise<DrugErr | undefined> {
  const { method, path } = reviewCalls.answerEntry;
  const call = {
    method,
    path,
    params: { reviewId: review },
    body: { entryId: entry._id, ...said },
    ifVersion: entry.version,
  };
  const command = { what, where, of: editorOf(entry._id), draft: said, base: entry.version, call };
  const answer = await sender.send<Answer<Review>>(command, () => call, new AbortController().signal);
  return answer.drugErrs.find(({ _id }) => _id === entry._id);
}

/** Takes back the own answer of a moment ago: the physician has seen it. */
export const takeBack = (of: Parameters<typeof sendAnswer>[1]): Promise<DrugErr | undefined> =>
  sendAnswer(createCommandSender(), of, { answer: 'seen', text: '', reason: '' });
