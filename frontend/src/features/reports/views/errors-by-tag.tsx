import { Stack } from '@chakra-ui/react/stack';
import type { TagCount } from 'command-api/contract/reports';
import { responses, type Response } from 'command-api/domain/values/codes';
import { BarChart } from '../../../components/bar-chart/bar-chart.tsx';
import { ClinicalName } from '../../../components/text/clinical-text.tsx';
import { FigureValue, FigureTable } from './figure-table.tsx';
import { reportsText as text } from '../messages.ts';
import { barsHeight, barsToDraw, PrintableBars, type ChartReportProps } from './report-chart.tsx';

const AXIS_PX = 100;

const kinds: readonly { type: Response | null; label: string }[] = [
  ...responses.map(({ code, label }) => ({ type: code, label })),
  { type: null, label: text.pending },
];
const countOf = (tag: TagCount, type: Response | null): number =>
  tag.response.find((one) => one.type === type)?.count ?? 0;

/** Errors by drug tag and response. */
export function ErrorsByTag({ rows, isPrinting, onFigure, onReady }: ChartReportProps<TagCount>) {
  const drawn = barsToDraw(rows, isPrinting);
  return (
    <Stack gap="4">
      <PrintableBars drawn={drawn.length} all={rows.length}>
        <BarChart
          kind="bars"
          stacked
          still
          title={text.tagsChart}
          categoryName={text.tag}
          height={barsHeight(drawn.length, AXIS_PX)}
          onReady={onReady}
          categories={drawn.map(({ tag }) => tag)}
          series={kinds.map(({ type, label }) => ({ name: label, values: drawn.map((tag) => countOf(tag, type)) }))}
          onFigure={(row, column) => {
            const [tag, kind] = [drawn[row], kinds[column]];
            if (tag && kind) onFigure({ kind: 'tag', tag: tag.tag, response: kind.type }, `${tag.tag}, ${kind.label}`);
          }}
        />
      </PrintableBars>
      <FigureTable label={text.tagsChart}>
        <thead>
          <tr>
            <th scope="col">{text.tag}</th>
            {kinds.map(({ label }) => (
              <th key={label} scope="col" className="number">
                {label}
              </th>
            ))}
            <th scope="col" className="number">
              {text.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((tag) => (
            <tr key={tag.tag}>
              <th scope="row">
                <ClinicalName>{tag.tag}</ClinicalName>
              </th>
              {kinds.map(({ type, label }) => (
                <td key={label} className="number">
                  <FigureValue
                    value={countOf(tag, type)}
                    label={`${tag.tag}, ${label}`}
                    onOpen={() => onFigure({ kind: 'tag', tag: tag.tag, response: type }, `${tag.tag}, ${label}`)}
                  />
                </td>
              ))}
              <td className="number">
                <FigureValue
                  value={tag.count}
                  label={tag.tag}
                  onOpen={() => onFigure({ kind: 'tag', tag: tag.tag }, tag.tag)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Stack>
  );
}
