/** The table of the medication dashboard. */
import { memo } from 'react';
import { Given, givenStyle } from '../../clinical/given.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate, weekday } from '../../platform/time/dates.ts';
import { cellLabel, changeSigns, hasSeveralYears, isMarked, markOf, signs } from './dashboard-marks.ts';
import type { MedicationTable } from './medication-days.ts';

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
    insetBlockStart: { base: '5.9rem', md: '8rem', lg: '5.7rem' },
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
  ...givenStyle,
  '& .order': { fontWeight: 'normal', color: 'fg.muted' },
  '& td[data-mark]': { fontWeight: 'bold', cursor: 'pointer' },
  '& td[data-changes]': { position: 'relative', cursor: 'pointer' },
  '& td[data-changes]::after': {
    content: 'attr(data-changes)',
    position: 'absolute',
    insetBlockStart: '1px',
    insetInlineEnd: '2px',
    fontSize: '10px',
    fontWeight: 'bold',
    lineHeight: 1,
    color: 'fg',
  },
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
  dashboard: MedicationTable;
  start: number;
  end: number;
}) {
  const t = useTranslation();
  const shown = dashboard.zMedications.map((medication) => ({
    ...medication,
    days: medication.days.slice(start, end),
  }));
  const first = shown.findIndex(({ days }) => days.some(isMarked));
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
        {shown.map(({ drug, medication, orders = [], days }, row) => {
          const firstMark = row === first ? days.findIndex(isMarked) : -1;
          return (
            <tr key={drug}>
              <th scope="row">
                <ClinicalName>{medication}</ClinicalName>
                {orders.map((order) => (
                  <div key={order._id} className="order">
                    <Given of={order} />
                  </div>
                ))}
              </th>
              {days.map((day, column) =>
                isMarked(day) ? (
                  <td
                    key={day.dayDate}
                    tabIndex={column === firstMark ? 0 : -1}
                    data-mark={day.isChecked ? markOf(day) : undefined}
                    data-changes={day.changes?.map((change) => changeSigns[change]).join('')}
                    aria-label={cellLabel(medication, day, dashboard.dayList)}
                  >
                    {day.isChecked ? signs[markOf(day)] : null}
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
