/** The table of the medication dashboard. */
import type { MedicationDashboard } from 'language/contract/reports';
import { memo } from 'react';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate, weekday } from '../../platform/time/dates.ts';
import { cellLabel, hasSeveralYears, markOf, signs } from './dashboard-marks.ts';

/** One styled root, columns of a fixed width, no element in a cell: 40 medicines by 60 days are 2,400 cells. */
export const gridStyle = {
  width: 'fit-content',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  '--first': { base: '8rem', md: '12rem' },
  '& table': {
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: 'xs',
    fontVariantNumeric: 'tabular-nums',
  },
  '& th, & td': {
    borderBlockEndWidth: '1px',
    borderInlineEndWidth: '1px',
    borderColor: 'border.muted',
    padding: 0,
    textAlign: 'center',
    height: '32px',
    [touch]: { height: '44px' },
  },
  // Below the patient's banner.
  '& thead th': {
    position: 'sticky',
    insetBlockStart: { base: '4.75rem', md: '3.9rem' },
    zIndex: 1,
    bg: 'bg.subtle',
    color: 'fg.muted',
    fontWeight: 'semibold',
  },
  '& tbody th': {
    textAlign: 'start',
    fontWeight: 'semibold',
    paddingInline: '3',
    overflowWrap: 'anywhere',
  },
  '& .corner': { width: 'var(--first)', textAlign: 'start', paddingInline: '3' },
  '& td[data-mark]': { fontWeight: 'bold', cursor: 'pointer' },
  '& td:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& [data-mark=none]': { color: 'brand.fg' },
  '& [data-mark=pending]': { bg: 'severity.none.bg', color: 'severity.none.fg' },
  '& [data-mark="1"]': { bg: 'brand.subtle', color: 'brand.fg' },
  '& [data-mark="2"], & [data-mark="3"]': { bg: 'severity.reached.bg', color: 'severity.reached.fg' },
  '& [data-mark="4"]': { bg: 'severity.grave.bg', color: 'severity.grave.fg' },
};

/** @param start, end the shown days: from `start` up to `end`, which is not shown */
export const GridBody = memo(function Marks({
  dashboard,
  start,
  end,
}: {
  dashboard: MedicationDashboard;
  start: number;
  end: number;
}) {
  const t = useTranslation();
  const shown = dashboard.zMedications.map((medication) => ({
    ...medication,
    days: medication.days.slice(start, end),
  }));
  const first = shown.findIndex(({ days }) => days.some(({ isChecked }) => isChecked));
  return (
    <>
      <thead>
        <tr>
          <th scope="col" className="corner">
            {t('medication.medication')}
          </th>
          {dashboard.dayList.slice(start, end).map((day) => (
            <th key={day} scope="col" title={`${weekday(day)} ${formatDate(day)}`}>
              {hasSeveralYears(dashboard.dayList) ? <div>{formatDate(day).slice(0, 4)}</div> : null}
              <ClinicalText>{formatDate(day).slice(5)}</ClinicalText>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ drug, medication, days }, row) => {
          const firstMark = row === first ? days.findIndex(({ isChecked }) => isChecked) : -1;
          return (
            <tr key={drug}>
              <th scope="row">
                <ClinicalName>{medication}</ClinicalName>
              </th>
              {days.map((day, column) =>
                day.isChecked ? (
                  <td
                    key={day.dayDate}
                    tabIndex={column === firstMark ? 0 : -1}
                    data-mark={markOf(day)}
                    aria-label={cellLabel(medication, day, dashboard.dayList)}
                  >
                    {signs[markOf(day)]}
                  </td>
                ) : (
                  // Nothing was reviewed that day.
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
                  <td key={day.dayDate} />
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </>
  );
});
