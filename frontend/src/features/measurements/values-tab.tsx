import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails } from 'language/contract/entities';
import type { Measurement } from 'language/contract/measurements';
import { useState, type ReactNode } from 'react';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { measurementsQuery } from '../../sync/reads/measurements.ts';
import { ComputedValues } from './computed.tsx';
import { type Cell, DayTable } from './day-table.tsx';
import { LineEntry } from './line-entry.tsx';
import { Plot } from './plot.tsx';

const ValueDialog = lazyComponent(() => import('./value-dialog.tsx'));

interface Props {
  admission: AdmissionDetails;
  canMeasure: boolean;
  /** Keyed by `measurements:<admission>`. */
  arrivals: ReadonlyMap<string, Arrival>;
  /** Beside a value that is opened. */
  renderTools: (value: Measurement) => ReactNode;
}

/** The Values tab: a line to type values, the values by day, their course, and what is computed from them. */
export default function ValuesTab({ admission, canMeasure, arrivals, renderTools }: Props) {
  const t = useTranslation();
  const { _id: id, patientDetails: person } = admission;
  const query = useQuery(measurementsQuery(id, admission.team));
  const [opened, setOpened] = useState<Cell>();
  return (
    <>
      {canMeasure ? <LineEntry admission={admission} /> : null}
      <QueryBoundary query={query} skeleton={<SkeletonRows rows={4} label={t('values.loading')} />}>
        {({ measurements, leftOut }) => (
          <>
            <Box data-item={`measurements-${id}`} data-new={arrivals.get(`measurements:${id}`)}>
              {measurements.length === 0 ? (
                <EmptyState title={t('values.none.title')}>
                  {canMeasure ? t('values.none.canMeasure') : t('values.none.readOnly')}
                </EmptyState>
              ) : (
                <DayTable measurements={measurements} admission={id} person={person} onOpen={setOpened} />
              )}
            </Box>
            {leftOut > 0 ? <p>{t('values.leftOut', { count: leftOut })}</p> : null}
            <Plot admission={admission} measurements={measurements} />
            <ComputedValues admission={admission} measurements={measurements} />
          </>
        )}
      </QueryBoundary>
      {opened ? (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <ValueDialog
            cell={opened}
            admission={id}
            person={person}
            canMeasure={canMeasure}
            onClose={() => setOpened(undefined)}
            renderTools={renderTools}
          />
        </AsyncBoundary>
      ) : null}
    </>
  );
}
