import { Box } from '@chakra-ui/react/box';
import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { showDrug, shownDrug } from '../../clinical/shown-drug.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { shortcuts, useShortcut } from '../../platform/keyboard/shortcuts.ts';

const DrugPanel = lazyComponent(async () => ({
  default: (await import('../catalogue/drug.tsx')).DrugPanel,
}));

/** The drug of the form or the row that has the focus, else of the open form. Each names its drug as `data-drug`. */
function toggle(): void {
  const at = document.activeElement?.closest('[data-drug]') ?? document.querySelector('form[data-drug]');
  const drug = at?.getAttribute('data-drug') || undefined;
  showDrug(drug === shownDrug.getState() ? undefined : drug);
}
const hide = () => showDrug(undefined);

interface Props {
  team: { _id: string; name: string };
  children: ReactNode;
}

/** The chart, with the page of a drug beside it. A panel that opens renders nothing of the chart again. */
export function BesideDrug({ team, children }: Props) {
  const drug = useStore(shownDrug);
  useShortcut(shortcuts.drug, toggle, true);
  useEffect(() => hide, []);
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
          <DrugPanel drug={drug} team={team} onClose={hide} />
        </AsyncBoundary>
      )}
    </Box>
  );
}
