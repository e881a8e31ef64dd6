/** The line above a chart: the names of its tabs, and who else is in it; and the panel below it. */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Tabs } from '@chakra-ui/react/tabs';
import type { ChartNewsItem } from 'language/contract/news';
import type { ReactNode } from 'react';
import { tabs, type Tab } from './admission-location.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { OtherPeople } from '../../sync/live/live-connection.ts';
import { thingKind, type ThingKind } from './unseen-changes.ts';

const tabOf: { [kind in ThingKind]: Tab | undefined } = {
  stay: undefined,
  review: 'reviews',
  entry: 'reviews',
  note: 'notes',
  medication: 'medication',
  reconciliation: 'medication',
  measurements: 'values',
  gallery: 'gallery',
};

const panelId = (tab: Tab): string => `chart-${tab}`;

interface Props {
  current: Tab;
  counts: { readonly [name in Tab]?: number };
  unseen: readonly ChartNewsItem[];
}

/** Each tab has its count, and a dot for changes that the person has not seen. */
export function ChartTabList({ current, counts, unseen }: Props) {
  const t = useTranslation();
  const unseenIn = (name: Tab): number =>
    unseen.filter((item) => item.what !== 'removed' && tabOf[thingKind(item)] === name).length;
  return (
    <Tabs.List flex={{ base: '1 0 100%', md: '1' }} aria-label={t('admission.tabsLabel')}>
      {tabs.map((name) => (
        <Tabs.Trigger key={name} value={name} aria-controls={name === current ? panelId(name) : undefined}>
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

/**
 * The content of a tab. It has an id of its own: with its id, the library looks for each control that is visible in it,
 * which lays out every folded review (docs/decisions/browser/quick-screens.md).
 */
export const ChartPanel = ({ tab, children }: { tab: Tab; children: ReactNode }) => (
  <Tabs.Content value={tab} id={panelId(tab)} tabIndex={-1}>
    {children}
  </Tabs.Content>
);

/** The names of the other people in the chart. */
export const OtherPeopleHere = ({ people: { names, editingAt } }: { people: OtherPeople }) => {
  const t = useTranslation();
  return (
    <Box
      role="status"
      data-print="hide"
      display="flex"
      alignItems="center"
      minWidth="0"
      fontSize="xs"
      color="fg.muted"
      borderBlockEndWidth={{ md: '1px' }}
      borderColor="border"
    >
      {names.length > 0
        ? t('admission.alsoHere', {
            names: names
              .map((name) => (editingAt('admission').includes(name) ? t('admission.alsoWriting', { name }) : name))
              .join(', '),
          })
        : null}
    </Box>
  );
};
