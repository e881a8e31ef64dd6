import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { hideDrug } from '../../clinical/shown-drug.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { drugQuery } from './api.ts';
import { DrugPage } from './drug-page.tsx';

/** Beside the chart on a wide screen, else at its bottom. The chart and its forms stay as they are. */
const style = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  paddingInline: '4',
  paddingBlockEnd: '4',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  position: { base: 'fixed', xl: 'sticky' },
  zIndex: { base: 'overlay', xl: 'auto' },
  insetInline: { base: '0', xl: 'auto' },
  insetBlockEnd: { base: '0', xl: 'auto' },
  insetBlockStart: { xl: '6.5rem' },
  maxHeight: { base: '65dvh', xl: 'calc(100dvh - 8rem)' },
  boxShadow: { base: 'lg', xl: 'none' },
  borderBottomRadius: { base: '0', xl: 'l2' },
};

interface Props {
  /** The id of a trade label. */
  drug: string;
  team: { _id: string; name: string };
}

export default function DrugPanel({ drug, team }: Props) {
  const t = useTranslation();
  const box = useRef<HTMLElement>(null);
  const query = useQuery(drugQuery(drug));
  useEffect(() => box.current?.focus({ preventScroll: true }), [drug]);
  return (
    <Box
      as="aside"
      ref={box}
      tabIndex={-1}
      aria-label={t('drug.page.title')}
      data-drug-panel=""
      data-print="hide"
      css={style}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hideDrug();
      }}
    >
      <Box
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="2"
        position="sticky"
        insetBlockStart="0"
        bg="bg.panel"
        paddingBlock="2"
        zIndex="1"
      >
        <Box as="h2" fontSize="md" fontWeight="semibold" minWidth="0">
          <ClinicalName>{query.data?.label ?? t('drug.page.title')}</ClinicalName>
        </Box>
        <IconButton size="sm" variant="ghost" aria-label={t('drug.page.close')} onClick={hideDrug}>
          <X size={16} aria-hidden />
        </IconButton>
      </Box>
      <QueryBoundary query={query} skeleton={<SkeletonRows rows={4} />}>
        {(found) => <DrugPage drug={found} tradeLabel={drug} teams={[team]} heading="h3" isBeside />}
      </QueryBoundary>
    </Box>
  );
}
