/** The report of medicines by ATC code: errors, orders, DDDs and days of therapy (docs/product.md, "Medicines by ATC code"). */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import type { MedicineOfPeriod, MedicineUse } from 'language/contract/reports';
import { atcLevels } from 'language/domain/drug/classification';
import { useState } from 'react';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Select } from '../../../components/forms/select.tsx';
import { ClinicalName } from '../../../components/text/clinical-text.tsx';
import { formatDecimal, formatNumber } from '../../../platform/language/numbers.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { type Level, medicinesByLevel } from './medicines-by-level.ts';
import { FigureTable } from './report-parts.tsx';

const ANTIBIOTICS = 'J01';
export function MedicineUseReport({ found: { bedDays, daysPresent, medicines } }: { found: MedicineUse }) {
  const t = useTranslation();
  const [view, setView] = useState('');
  const level = (Number(view) || 5) as Level;
  const shown = medicinesByLevel(
    view === '' ? medicines.filter(({ atc }) => atc.startsWith(ANTIBIOTICS)) : medicines,
    level,
  );
  const all = medicinesByLevel(
    shown.map((one) => ({ ...one, atc: '' })),
    1,
  )[0];
  const nameOfView = (of: string): string =>
    of === '' ? t('medicineUse.antibiotics') : t('medicineUse.level', { level: of });
  const per = (amount: number, days: number, of: number): string =>
    days === 0 ? '–' : formatDecimal((of * amount) / days);
  const rowOf = (key: string, head: string, one: MedicineOfPeriod) => (
    <tr key={key}>
      <th scope="row">
        <ClinicalName>{head}</ClinicalName>
      </th>
      <td className="number">{formatNumber(one.errors)}</td>
      <td className="number">{formatNumber(one.orders)}</td>
      <td className="number">{formatNumber(one.unknownAmount)}</td>
      <td className="number">{formatDecimal(one.ddd)}</td>
      <td className="number">{per(one.ddd, bedDays, 100)}</td>
      <td className="number">{formatNumber(one.daysOfTherapy)}</td>
      <td className="number">{per(one.daysOfTherapy, daysPresent, 1000)}</td>
    </tr>
  );
  return (
    <Stack gap="3">
      <Box display="none" _print={{ display: 'block' }}>
        {nameOfView(view)}
      </Box>
      <Box data-print="hide">
        <FormField label={t('medicineUse.view')}>
          <Select
            size="sm"
            maxWidth="20rem"
            value={view}
            onChange={setView}
            none={nameOfView('')}
            options={Object.keys(atcLevels).map((one) => [one, nameOfView(one)])}
          />
        </FormField>
      </Box>
      <FigureTable label={t('medicineUse.title')}>
        <thead>
          <tr>
            <th scope="col">{t('medicineUse.code')}</th>
            {(['errors', 'orders', 'unknownAmount', 'ddd', 'dddPer100', 'dot', 'dotPer1000'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {t(`medicineUse.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((one) =>
            rowOf(
              one.atc,
              one.atc === '' ? t('medicineUse.none') : level === 5 ? `${one.atc} ${one.labels.join(', ')}` : one.atc,
              one,
            ),
          )}
          {all && shown.length > 1 ? rowOf('all', t('reports.all'), all) : null}
        </tbody>
      </FigureTable>
      <p>{t('medicineUse.days', { bedDays, daysPresent })}</p>
      {all && all.unknownAmount > 0 ? (
        <p>{t('medicineUse.unknown', { orders: all.unknownAmount, all: all.orders, days: all.unknownDays })}</p>
      ) : null}
    </Stack>
  );
}
