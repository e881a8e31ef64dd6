/** The calls of error templates: the shared ones and a person's own (docs/product.md, "Error templates"). */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { queryOptions } from '@tanstack/react-query';
import type { Answer } from 'language/contract/entities';
import type { UserErrorTemplate } from 'language/contract/profiles';
import { updateCachedList, removeCachedItem, withoutItem } from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

export const sharedTemplatesQuery = (trade: string, errType: string) =>
  queryOptions({
    queryKey: queryKeys.sharedTemplates(trade, errType),
    queryFn: ({ signal }) => api(catalogueCalls.listSharedTemplates, { query: { trade, errType }, signal }),
  });

/**
 * A person's own templates of all drugs and types, because a drug has several trade labels.
 * Read at each opening: no live note announces a change that the person makes in another tab.
 */
export const ownTemplatesQuery = () =>
  queryOptions({
    queryKey: queryKeys.ownTemplates,
    queryFn: ({ signal }) => api(catalogueCalls.listOwnTemplates, { signal }),
    refetchOnMount: 'always',
  });

/** Puts the command's answer on the screen at once. */
export const cacheSavedTemplate = ({ stream, revision, ...saved }: Answer<UserErrorTemplate>): Promise<void> =>
  updateCachedList<UserErrorTemplate>(queryKeys.ownTemplates, (held) => [...withoutItem(saved._id)(held), saved], {
    stream,
    revision,
  });
export const cacheDeletedTemplate = ({ _id }: UserErrorTemplate): Promise<void> =>
  removeCachedItem<UserErrorTemplate>(queryKeys.ownTemplates, _id);
