/**
 * The reviews that hold a draft: they are opened on the first look, or nobody would find what was typed before a
 * session ended.
 */
import type { Review } from 'command-api/contract/entities';
import { entryKey } from '../../features/entries/entry-editor.ts';
import { headKey } from '../../features/reviews/api.ts';

/** `keys`: the keys of the editors whose drafts lie there. */
export const draftedReviews = (reviews: readonly Review[], keys: readonly string[]): string[] =>
  reviews
    .filter(({ _id, drugErrs }) =>
      keys.some(
        (key) =>
          key === headKey(_id) ||
          key.startsWith(entryKey.freshIn(_id)) ||
          drugErrs.some((entry) => key === entryKey.saved(entry._id)),
      ),
    )
    .map(({ _id }) => _id);
