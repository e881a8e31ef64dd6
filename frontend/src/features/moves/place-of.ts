import type { MovedOut } from 'language/contract/entities';
import { paths } from '../../platform/paths.ts';

/** The address of a moved thing in its new chart. */
export function placeOf({ kind, to }: Pick<MovedOut, 'kind' | 'to'>): string {
  switch (kind) {
    case 'entry':
      return paths.admission.href(to.admission, to.review === undefined ? {} : { review: to.review });
    case 'review':
      return paths.admission.href(to.admission, { review: to.thing });
    case 'note':
      return paths.admission.href(to.admission, { note: to.thing });
    case 'images':
      return paths.admission.href(to.admission, { tab: 'gallery' });
    default:
      return kind satisfies never;
  }
}
