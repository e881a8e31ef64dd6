/** The estimate of avoided harm and cost by the team's own table (docs/product.md, "Avoided harm and cost"). */
import { Stack } from '@chakra-ui/react/stack';
import type { SeverityCount } from 'language/contract/reports';
import { type AvoidedHarm, avoidedBy } from 'language/domain/team/avoided-harm';
import { ClinicalName } from '../../../components/text/clinical-text.tsx';
import { formatDecimal, formatNumber } from '../../../platform/language/numbers.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { severityText } from '../figures.ts';
import { type ChartReportProps, FigureTable, FigureValue } from './report-parts.tsx';

interface Props extends Pick<ChartReportProps<SeverityCount>, 'rows' | 'onFigure'> {
  table: AvoidedHarm;
}

export function AvoidedHarmReport({ table, rows, onFigure }: Props) {
  const t = useTranslation();
  if (table.rows.length === 0) return <p>{t('avoidedHarm.off')}</p>;
  const avoided = rows.map(({ severity, accepted }) => avoidedBy(table, severity, accepted));
  const sum = (of: (row: { harms: number; cost: number }) => number): number =>
    avoided.reduce((total, one) => total + (one ? of(one) : 0), 0);
  const hasCost = table.rows.some(({ cost }) => cost > 0);
  return (
    <Stack gap="3">
      <FigureTable label={t('avoidedHarm.report')}>
        <thead>
          <tr>
            <th scope="col">{t('avoidedHarm.severity')}</th>
            <th scope="col" className="number">
              {t('reports.count')}
            </th>
            <th scope="col" className="number">
              {t('avoidedHarm.accepted')}
            </th>
            <th scope="col" className="number">
              {t('avoidedHarm.harms')}
            </th>
            {hasCost ? (
              <th scope="col" className="number">
                {t('avoidedHarm.costs', { currency: table.currency })}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ severity, count, accepted }, at) => {
            const label = severityText(severity);
            const open = (acceptedOnly: boolean) => () => onFigure({ kind: 'severity', severity, acceptedOnly }, label);
            const row = avoided[at];
            return (
              <tr key={label}>
                <th scope="row" className="name">
                  <ClinicalName>{label}</ClinicalName>
                </th>
                <td className="number">
                  <FigureValue value={count} label={label} onOpen={open(false)} />
                </td>
                <td className="number">
                  <FigureValue
                    value={accepted}
                    label={t('reports.part', { whole: label, part: t('avoidedHarm.accepted') })}
                    onOpen={open(true)}
                  />
                </td>
                <td className="number">{row ? formatDecimal(row.harms) : '–'}</td>
                {hasCost ? <td className="number">{row ? formatNumber(Math.round(row.cost)) : '–'}</td> : null}
              </tr>
            );
          })}
          <tr>
            <th scope="row">{t('reports.all')}</th>
            <td className="number">{formatNumber(rows.reduce((total, { count }) => total + count, 0))}</td>
            <td className="number">{formatNumber(rows.reduce((total, { accepted }) => total + accepted, 0))}</td>
            <td className="number">{formatDecimal(sum(({ harms }) => harms))}</td>
            {hasCost ? <td className="number">{formatNumber(Math.round(sum(({ cost }) => cost)))}</td> : null}
          </tr>
        </tbody>
      </FigureTable>
      <p>{t('avoidedHarm.note')}</p>
      <p>
        {t('avoidedHarm.sourceIs')} <bdi>{table.source}</bdi>
      </p>
    </Stack>
  );
}
