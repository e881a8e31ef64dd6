/**
 * Live arrivals of a patient chart: which reviews, entries and notes are new, and one sentence about what teammates
 * added.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { X } from 'lucide-react';
import type { PhysicianNote, Review } from 'language/contract/entities';
import { useEffect, useMemo, useState } from 'react';
import { aboveFormFoot } from '../../components/forms/form-foot.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { isTyping, useArrivals, type Arrival, type ListedItem } from '../../sync/live/arrivals.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';

export interface ArrivalItem extends ListedItem {
  kind: 'review' | 'entry' | 'note';
  /** Id of the review or note that must be open to show the item. */
  holder: string;
  /** Id of the author. */
  by: string;
  sentence: string;
}

/** All things of a patient chart that can arrive. */
export function arrivalItems(reviews: readonly Review[], notes: readonly PhysicianNote[]): ArrivalItem[] {
  return [
    ...reviews.flatMap(({ _id, headVersion, userId, userName, reviewDate, drugErrs }): ArrivalItem[] => [
      {
        id: `review:${_id}`,
        version: headVersion,
        kind: 'review',
        holder: _id,
        by: userId,
        sentence: translate('admission.arrived.review', { name: userName, date: formatDate(reviewDate) }),
      },
      ...drugErrs.map((entry): ArrivalItem => ({
        id: `entry:${entry._id}`,
        version: entry.version,
        kind: 'entry',
        holder: _id,
        by: userId,
        sentence: translate('admission.arrived.entry', {
          name: userName,
          drug: entry.errDrugLabel,
          date: formatDate(reviewDate),
        }),
      })),
    ]),
    ...notes.map(({ _id, version, userId, userName, noteDate }): ArrivalItem => ({
      id: `note:${_id}`,
      version,
      kind: 'note',
      holder: _id,
      by: userId,
      sentence: translate('admission.arrived.note', { name: userName, date: formatDate(noteDate) }),
    })),
  ];
}

export interface ArrivalNews {
  text: string;
  /** The first thing that arrived. */
  item: ArrivalItem;
}

/**
 * One sentence about what teammates added. An entry that came with its review is not counted beside it.
 *
 * @returns undefined when there is no news
 */
export function arrivalNewsOf(
  items: readonly ArrivalItem[],
  arrived: ReadonlyMap<string, Arrival>,
  user: string,
): ArrivalNews | undefined {
  const isAdded = (id: string) => arrived.get(id) === 'added';
  const added = items.filter(
    ({ id, kind, holder, by }) => by !== user && isAdded(id) && !(kind === 'entry' && isAdded(`review:${holder}`)),
  );
  const item = added[0];
  const more = added.length - 1;
  return (
    item && {
      item,
      text: more > 0 ? translate('admission.arrived.more', { text: item.sentence, more }) : item.sentence,
    }
  );
}

/** Long enough to read. While the person types, the news stays until it is dismissed. */
const SHOWN_MS = 8_000;

/**
 * Nothing opens or scrolls by itself, because the person may be reading (docs/decisions/browser/steady-screens.md). An
 * arrival stays marked until it is seen (`unseen-changes.ts`).
 */
export function useArrivalNews(
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
  user: string,
): { arrivals: ReadonlyMap<string, Arrival>; news: ArrivalNews | undefined; dismiss: () => void } {
  const items = useMemo(() => (reviews && notes ? arrivalItems(reviews, notes) : undefined), [reviews, notes]);
  const [news, setNews] = useState<ArrivalNews>();
  const [expires, setExpires] = useState(false);
  const arrivals = useArrivals(items, (arrived) => {
    const newest = arrivalNewsOf(items ?? [], arrived, user);
    if (!newest) return;
    setNews(newest);
    setExpires(!isTyping());
  });
  useEffect(() => {
    if (!news || !expires) return undefined;
    const timer = setTimeout(() => setNews(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news, expires]);
  return { arrivals, news, dismiss: () => setNews(undefined) };
}

/**
 * Says at the foot of the screen who added what, with a button that leads there. The live region for screen readers is
 * in the patient chart.
 */
export function ArrivalStrip({
  news,
  onShow,
  onDismiss,
}: {
  news: ArrivalNews;
  onShow: (news: ArrivalNews) => void;
  onDismiss: () => void;
}) {
  const t = useTranslation();
  return (
    // No height of its own: it would scroll a form in which the person types. At the page's end it covers the footer.
    <Box
      position="sticky"
      css={aboveFormFoot('3.25rem')}
      height="0"
      zIndex="docked"
      pointerEvents="none"
      data-print="hide"
    >
      <Box
        pointerEvents="auto"
        width="fit-content"
        maxWidth="100%"
        marginInline="auto"
        display="flex"
        alignItems="center"
        gap="2"
        bg="fg"
        color="bg"
        borderRadius="l2"
        boxShadow="md"
        paddingInlineStart="4"
        paddingInlineEnd="1"
        paddingBlock="1"
        fontSize="sm"
      >
        <span dir="auto">
          <ClinicalText>{news.text}</ClinicalText>
        </span>
        <Button size="xs" variant="plain" color="inherit" textDecoration="underline" onClick={() => onShow(news)}>
          {t('admission.show')}
        </Button>
        <Button
          size="xs"
          variant="plain"
          color="inherit"
          aria-label={t('admission.dismiss')}
          paddingInline="1"
          onClick={onDismiss}
        >
          <X size={15} aria-hidden />
        </Button>
      </Box>
    </Box>
  );
}
