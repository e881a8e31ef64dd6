/** The names of the chart's tabs, each with its count and a dot for changes that the person has not seen. */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Tabs } from '@chakra-ui/react/tabs';
import type { ChartNewsItem } from 'command-api/contract/news';
import { tabs, type Tab } from './admission-location.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { thingKind, type ThingKind } from './unseen-changes.ts';

const tabOf: { [kind in ThingKind]: Tab | undefined } = {
  stay: undefined,
  review: 'reviews',
  entry: 'reviews',
  note: 'notes',
  medication: 'medication',
  gallery: 'gallery',
};

interface Props {
  current: Tab;
  counts: { readonly [name in Tab]?: number };
  unseen: readonly ChartNewsItem[];
}

export function ChartTabList({ current, counts, unseen }: Props) {
  const t = useTranslation();
  const unseenIn = (name: Tab): number =>
    unseen.filter((item) => item.what !== 'removed' && tabOf[thingKind(item)] === name).length;
  return (
    <Tabs.List flex={{ base: '1 0 100%', md: '1' }} aria-label={t('admission.tabsLabel')}>
      {tabs.map((name) => (
        <Tabs.Trigger key={name} value={name}>
          {t(`admission.tabs.${name}`)}
          {counts[name] === undefined ? null : <Badge size="xs">{formatNumber(counts[name])}</Badge>}
          {name !== current && unseenIn(name) > 0 ? (
            <Box
              as="span"
              data-unseen
              boxSize="2"
              borderRadius="full"
              bg="amber.solid"
              role="img"
              aria-label={t('admission.unseenInTab', { count: unseenIn(name) })}
            />
          ) : null}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
