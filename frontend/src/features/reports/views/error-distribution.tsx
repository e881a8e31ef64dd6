import { Stack } from '@chakra-ui/react/stack';
import type { TypeCount } from 'command-api/contract/reports';
import { BarChart } from '../../../components/bar-chart/bar-chart.tsx';
import { ClinicalName } from '../../../components/text/clinical-text.tsx';
import { FigureValue, FigureTable } from './figure-table.tsx';
import { reportsText as text } from '../messages.ts';
import { barsHeight, barsToDraw, PrintableBars, type ChartReportProps } from './report-chart.tsx';

const AXIS_PX = 70;

/** Errors by type, the most frequent first. */
export function ErrorDistribution({ rows, isPrinting, onFigure, onReady }: ChartReportProps<TypeCount>) {
  const drawn = barsToDraw(rows, isPrinting);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const open = ({ type, label }: TypeCount) => onFigure({ kind: 'type', type }, label);
  return (
    <Stack gap="4">
      <PrintableBars drawn={drawn.length} all={rows.length}>
        <BarChart
          kind="bars"
          still
          title={text.distributionChart}
          categoryName={text.errorType}
          height={barsHeight(drawn.length, AXIS_PX)}
          onReady={onReady}
          categories={drawn.map(({ label }) => label)}
          series={[{ name: text.count, values: drawn.map(({ count }) => count) }]}
          onFigure={(row) => {
            const one = drawn[row];
            if (one) open(one);
          }}
        />
      </PrintableBars>
      <FigureTable label={text.distributionChart}>
        <thead>
          <tr>
            <th scope="col">{text.errorType}</th>
            <th scope="col" className="number">
              {text.count}
            </th>
            <th scope="col" className="number">
              {text.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.type}>
              <th scope="row">
                <ClinicalName>{one.label}</ClinicalName>
              </th>
              <td className="number">
                <FigureValue value={one.count} label={one.label} onOpen={() => open(one)} />
              </td>
              <td className="number">{((100 * one.count) / total).toFixed(1)} %</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{text.all}</th>
            <td className="number">
              <FigureValue
                value={total}
                label={text.all}
                onOpen={() => onFigure({ kind: 'all', of: 'errors' }, text.all)}
              />
            </td>
            <td className="number">100 %</td>
          </tr>
        </tbody>
      </FigureTable>
    </Stack>
  );
}
