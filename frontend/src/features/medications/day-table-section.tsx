/** The table of medicines by day on top of the reviews. Whether it is open is remembered on the device. */
import { Box } from '@chakra-ui/react/box';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { AsyncBoundary, preloadedComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { SkeletonRows } from '../../components/screen-states.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { createStoredSwitch } from '../../platform/storage/stored-switch.ts';
import type { DayTableProps } from './day-table.tsx';

/** The table is not drawn into a chart that is read already: it would push the reviews down. */
let isLoaded = false;
const DayTable = preloadedComponent(async () => {
  const file = await import('./day-table.tsx');
  isLoaded = true;
  return { default: file.DayTable };
});

/** Open on a desktop, closed on a tablet and a phone. */
const isTableOpen = createStoredSwitch('day-table', () => window.matchMedia('(min-width: 1024px)').matches);

const headStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: '32px',
  [touch]: { minHeight: '44px' },
  fontSize: 'sm',
  fontWeight: 'semibold',
  color: 'brand.fg',
  cursor: 'pointer',
  '& svg': { transition: 'rotate 0.15s' },
  '&[aria-expanded=true] svg': { rotate: '180deg' },
};

export function DayTableSection(props: DayTableProps) {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(() => isLoaded && isTableOpen.isOn());
  if (props.medications.length === 0 && props.reviews.every(({ drugErrs }) => drugErrs.length === 0)) return null;
  const toggle = () => {
    setIsOpen(!isOpen);
    isTableOpen.set(!isOpen);
  };
  return (
    <Box data-print="hide" marginBlockEnd="3">
      <Box asChild css={headStyle}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <ChevronDown size={16} aria-hidden />
          {t('medication.dashboard')}
        </button>
      </Box>
      {isOpen ? (
        <AsyncBoundary skeleton={<SkeletonRows rows={6} height="32px" />} instead={<LoadFailed />}>
          <DayTable {...props} />
        </AsyncBoundary>
      ) : null}
    </Box>
  );
}
