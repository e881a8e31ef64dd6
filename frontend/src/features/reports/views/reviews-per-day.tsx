import { Stack } from '@chakra-ui/react/stack';
import type { ReviewsOfDay } from 'language/contract/reports';
import { weekday } from '../../../platform/time/dates.ts';
import { BarChart } from '../../../components/bar-chart/bar-chart.tsx';
import { ClinicalText } from '../../../components/text/clinical-text.tsx';
import { type ChartReportProps, FigureTable, FigureValue } from './report-parts.tsx';
import { translate } from '../../../platform/language/language.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';

const CHART_PX = 320;

/** Such as `2026-03-02, Mona Adel`. */
const labelOf = ({ day }: ReviewsOfDay, { userName }: ReviewsOfDay['user'][number]): string =>
  translate('reports.part', { whole: day, part: userName });

/** Reviews by day and author, without the days that have none. */
export function ReviewsPerDay({ rows, onFigure, onReady }: Omit<ChartReportProps<ReviewsOfDay>, 'isPrinting'>) {
  const t = useTranslation();
  const free = ({ user }: ReviewsOfDay): number => user.reduce((sum, { errFreeReviews }) => sum + errFreeReviews, 0);
  return (
    <Stack gap="4">
      <BarChart
        kind="columns"
        stacked
        still
        colours={['b', 'a']}
        title={t('reports.perDayChart')}
        categoryName={t('reports.day')}
        height={CHART_PX}
        onReady={onReady}
        categories={rows.map(({ day }) => day)}
        series={[
          { name: t('reports.withErrors'), values: rows.map((day) => day.totalReviews - free(day)) },
          { name: t('reports.errorFree'), values: rows.map(free) },
        ]}
        onFigure={(row, column) => {
          const one = rows[row];
          if (one) onFigure({ kind: 'day', day: one.day, ...(column === 1 ? { errorFreeOnly: true } : {}) }, one.day);
        }}
      />
      <FigureTable label={t('reports.perDayChart')}>
        <thead>
          <tr>
            <th scope="col">{t('reports.part', { whole: t('reports.day'), part: t('reports.author') })}</th>
            <th scope="col" className="number">
              {t('reports.total')}
            </th>
            <th scope="col" className="number">
              {t('reports.errorFree')}
            </th>
          </tr>
        </thead>
        {rows.map((one) => (
          <tbody key={one.day} className="keep">
            <tr>
              <th scope="rowgroup">
                <ClinicalText>{`${one.day} ${weekday(one.day)}`}</ClinicalText>
              </th>
              <td className="number">
                <FigureValue
                  value={one.totalReviews}
                  label={one.day}
                  onOpen={() => onFigure({ kind: 'day', day: one.day }, one.day)}
                />
              </td>
              <td className="number">
                <FigureValue
                  value={free(one)}
                  label={t('reports.part', { whole: one.day, part: t('reports.errorFree') })}
                  onOpen={() => onFigure({ kind: 'day', day: one.day, errorFreeOnly: true }, one.day)}
                />
              </td>
            </tr>
            {one.user.map((author) => (
              <tr key={author.user}>
                <th scope="row" className="under">
                  <bdi>{author.userName}</bdi>
                </th>
                <td className="number">
                  <FigureValue
                    value={author.relatedReviews}
                    label={labelOf(one, author)}
                    onOpen={() => onFigure({ kind: 'day', day: one.day, user: author.user }, labelOf(one, author))}
                  />
                </td>
                <td className="number">
                  <FigureValue
                    value={author.errFreeReviews}
                    label={t('reports.part', { whole: labelOf(one, author), part: t('reports.errorFree') })}
                    onOpen={() =>
                      onFigure(
                        { kind: 'day', day: one.day, user: author.user, errorFreeOnly: true },
                        labelOf(one, author),
                      )
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </FigureTable>
    </Stack>
  );
}
