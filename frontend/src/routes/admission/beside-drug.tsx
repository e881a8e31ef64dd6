import { Box } from '@chakra-ui/react/box';
import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { shownDrug, toggleFocusedDrug } from '../../clinical/shown-drug.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { shortcuts, useShortcut } from '../../platform/keyboard/shortcuts.ts';

const DrugPanel = lazyComponent(() => import('../../features/drugs/drug-panel.tsx'));

interface Props {
  team: { _id: string; name: string };
  children: ReactNode;
}

/** The chart, with the page of a drug beside it. A panel that opens renders nothing of the chart again. */
export function BesideDrug({ team, children }: Props) {
  const drug = useStore(shownDrug)?.drug;
  useShortcut(shortcuts.drug, toggleFocusedDrug, true);
  useEffect(() => () => shownDrug.setState(undefined, true), []);
  return (
    <Box
      css={
        drug === undefined
          ? {}
          : { display: { xl: 'grid' }, gridTemplateColumns: 'minmax(0, 1fr) 24rem', gap: '4', alignItems: 'start' }
      }
    >
      <Box minWidth="0">{children}</Box>
      {drug === undefined ? null : (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <DrugPanel drug={drug} team={team} />
        </AsyncBoundary>
      )}
    </Box>
  );
}
