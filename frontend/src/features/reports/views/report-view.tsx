/** Shows a report by its type, or a sentence where it has no rows. */
import { Stack } from '@chakra-ui/react/stack';
import type { Team } from 'language/contract/entities';
import type { PcneCount, RecurrentPatient, TagCount, TypeCount } from 'language/contract/reports';
import { type Response, responses } from 'language/domain/values/codes';
import { FileSearch } from 'lucide-react';
import { Link } from 'react-router-dom';
import { errorTypeLabel, responseLabel } from '../../../clinical/code-labels.ts';
import { EmptyState } from '../../../components/screen-states.tsx';
import type { Report } from '../api.ts';
import { type Figure, pcneLabel, tagIdentity } from '../figures.ts';
import { AvoidedHarmReport } from './avoided-harm.tsx';
import { AnswersSummary } from './answers-summary.tsx';
import { CollectedReviews } from './collected-reviews.tsx';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { translate } from '../../../platform/language/language.ts';
import { formatDecimal, formatNumber } from '../../../platform/language/numbers.ts';
import { ControlCharts } from './control-charts.tsx';
import { MedicineUseReport } from './medicine-use.tsx';
import { ReviewsPerDay } from './reviews-per-day.tsx';
import { paths } from '../../../platform/paths.ts';
import { formatDate } from '../../../platform/time/dates.ts';
import {
  admissionHref,
  barsHeight,
  barsToDraw,
  type ChartReportProps,
  FigureTable,
  FigureValue,
  PrintableBars,
} from './report-parts.tsx';
import { ClinicalName, ClinicalText } from '../../../components/text/clinical-text.tsx';
import { BarChart } from '../../../components/bar-chart/bar-chart.tsx';

interface Props {
  team: Team;
  report: Report;
  /** The report is known as of this instant. */
  asOf: string | undefined;
  /** Paper shows all rows: nothing can be unfolded there. */
  isPrinting: boolean;
  /** Shows only the errors of the collected report. */
  errorsOnly: boolean;
  /** The day of a change of practice; empty: none. */
  changedOn: string;
  onFigure: (figure: Figure, label: string) => void;
  /** The chart, where there is one, is drawn. */
  onReady: () => void;
}

export const hasChart = (report: Report): boolean =>
  report.found.length > 0 && (report.type === 2 || report.type === 3 || report.type === 5 || report.type === 9);

export function ReportView({ team, report, asOf, isPrinting, errorsOnly, changedOn, onFigure, onReady }: Props) {
  const t = useTranslation();
  if (report.found.length === 0)
    return (
      <EmptyState level={3} icon={<FileSearch size={32} aria-hidden />} title={emptyText(report)}>
        {report.type === 1 || report.type === 3 ? t('reports.noneHint') : undefined}
      </EmptyState>
    );
  switch (report.type) {
    case 1:
      return (
        <>
          <AnswersSummary rows={report.found} team={team} onFigure={onFigure} />
          <CollectedReviews rows={report.found} asOf={asOf} errorsOnly={errorsOnly} isPrinting={isPrinting} />
        </>
      );
    case 2:
      return <ErrorDistribution rows={report.found} onFigure={onFigure} onReady={onReady} isPrinting={isPrinting} />;
    case 3:
      return <ReviewsPerDay rows={report.found} onFigure={onFigure} onReady={onReady} />;
    case 4:
      return <RecurrentAdmissions rows={report.found} asOf={asOf} />;
    case 7:
      return report.found.map((found) => <MedicineUseReport key={found.bedDays} found={found} />);
    case 8:
      return <AvoidedHarmReport table={team.avoidedHarm} rows={report.found} onFigure={onFigure} />;
    case 9:
      return report.found.map((found) => (
        <ControlCharts key="charts" found={found} changedOn={changedOn} onFigure={onFigure} onReady={onReady} />
      ));
    case 6:
      return <ErrorsByPcne rows={report.found} onFigure={onFigure} />;
    case 5:
      return <ErrorsByTag rows={report.found} onFigure={onFigure} onReady={onReady} isPrinting={isPrinting} />;
  }
}

const emptyText = ({ type }: Report): string =>
  type === 4
    ? translate('reports.noRecurrent')
    : type === 2 || type === 5 || type === 6 || type === 8
      ? translate('reports.noErrors')
      : translate('reports.none');

/** The patients with two or more admissions; each admission is a link. */
const RecurrentAdmissions = ({ rows, asOf }: { rows: readonly RecurrentPatient[]; asOf: string | undefined }) => {
  const t = useTranslation();
  return (
    <FigureTable label={t('reports.admissions')}>
      <thead>
        <tr>
          <th scope="col">{t('reports.patient')}</th>
          <th scope="col" className="number">
            {t('reports.admissions')}
          </th>
          <th scope="col">{t('reports.dates')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((patient) => (
          <tr key={patient._id}>
            <th scope="row" className="name">
              <Link to={paths.patient.href(patient._id)} target="_blank" rel="noopener" dir="auto">
                {patient.names || t('reports.noName')}
              </Link>
            </th>
            <td className="number">{formatNumber(patient.admissionCount)}</td>
            <td>
              <Admissions patient={patient} asOf={asOf} />
            </td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
};

const Admissions = ({ patient, asOf }: { patient: RecurrentPatient; asOf: string | undefined }) =>
  patient.admDetails.map(({ _id, admissionDate }, index) => (
    <span key={_id}>
      {index > 0 && ' · '}
      <Link to={admissionHref(_id, asOf)} target="_blank" rel="noopener">
        <ClinicalText>{formatDate(admissionDate)}</ClinicalText>
      </Link>
    </span>
  ));

const TYPE_AXIS_PX = 70;

/** Errors by type, the most frequent first. */
function ErrorDistribution({ rows: counts, isPrinting, onFigure, onReady }: ChartReportProps<TypeCount>) {
  const t = useTranslation();
  const rows = counts.map((one) => ({ ...one, label: errorTypeLabel(one.type, one.label) }));
  const drawn = barsToDraw(rows, isPrinting);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const open = ({ type, label }: TypeCount) => onFigure({ kind: 'type', type }, label);
  return (
    <Stack gap="4">
      <PrintableBars drawn={drawn.length} all={rows.length}>
        <BarChart
          kind="bars"
          still
          title={t('reports.distributionChart')}
          categoryName={t('reports.errorType')}
          height={barsHeight(drawn.length, TYPE_AXIS_PX)}
          onReady={onReady}
          categories={drawn.map(({ label }) => label)}
          series={[{ name: t('reports.count'), values: drawn.map(({ count }) => count) }]}
          onFigure={(row) => {
            const one = drawn[row];
            if (one) open(one);
          }}
        />
      </PrintableBars>
      <FigureTable label={t('reports.distributionChart')}>
        <thead>
          <tr>
            <th scope="col">{t('reports.errorType')}</th>
            <th scope="col" className="number">
              {t('reports.count')}
            </th>
            <th scope="col" className="number">
              {t('reports.share')}
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
              <td className="number">{t('reports.percent', { share: formatDecimal((100 * one.count) / total) })}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('reports.all')}</th>
            <td className="number">
              <FigureValue
                value={total}
                label={t('reports.all')}
                onOpen={() => onFigure({ kind: 'all', of: 'errors' }, t('reports.all'))}
              />
            </td>
            <td className="number">{t('reports.percent', { share: formatNumber(100) })}</td>
          </tr>
        </tbody>
      </FigureTable>
    </Stack>
  );
}

/** Errors by PCNE code, with those of them whose code a person chose. */
function ErrorsByPcne({ rows, onFigure }: Pick<ChartReportProps<PcneCount>, 'rows' | 'onFigure'>) {
  const t = useTranslation();
  return (
    <Stack gap="3">
      <FigureTable label={t('reports.pcneChart')}>
        <thead>
          <tr>
            <th scope="col">{t('reports.pcneCode')}</th>
            <th scope="col" className="number">
              {t('reports.pcneChosen')}
            </th>
            <th scope="col" className="number">
              {t('reports.pcneMapped')}
            </th>
            <th scope="col" className="number">
              {t('reports.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, count, chosen, types }) => {
            const label = pcneLabel(code);
            return (
              <tr key={label}>
                <th scope="row">
                  <ClinicalName>{label}</ClinicalName>
                </th>
                <td className="number">{code === null ? '–' : formatNumber(chosen)}</td>
                <td className="number">{code === null ? '–' : formatNumber(count - chosen)}</td>
                <td className="number">
                  <FigureValue
                    value={count}
                    label={label}
                    onOpen={() => onFigure({ kind: 'pcne', code, types }, label)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </FigureTable>
      <p>{t('reports.pcneSource')}</p>
    </Stack>
  );
}

const TAG_AXIS_PX = 100;

const kinds: readonly (Response | null)[] = [...responses.map(({ code }) => code), null];
const kindLabel = (kind: Response | null): string =>
  kind === null ? translate('reports.pending') : responseLabel(kind);
/** Such as `TDM, Accept`. */
const tagLabel = (tag: TagCount, kind: Response | null): string =>
  translate('reports.part', { whole: tag.tag, part: kindLabel(kind) });
const tagFigure = (tag: TagCount, response?: Response | null): Figure => ({
  kind: 'tag',
  tag: tagIdentity(tag._id, tag.tag),
  ...(response === undefined ? {} : { response }),
});
const countOf = (tag: TagCount, type: Response | null): number =>
  tag.response.find((one) => one.type === type)?.count ?? 0;

/** Errors by drug tag and response. */
function ErrorsByTag({ rows, isPrinting, onFigure, onReady }: ChartReportProps<TagCount>) {
  const t = useTranslation();
  const drawn = barsToDraw(rows, isPrinting);
  return (
    <Stack gap="4">
      <PrintableBars drawn={drawn.length} all={rows.length}>
        <BarChart
          kind="bars"
          stacked
          still
          title={t('reports.tagsChart')}
          categoryName={t('reports.tag')}
          height={barsHeight(drawn.length, TAG_AXIS_PX)}
          onReady={onReady}
          categories={drawn.map(({ tag }) => tag)}
          series={kinds.map((kind) => ({ name: kindLabel(kind), values: drawn.map((tag) => countOf(tag, kind)) }))}
          onFigure={(row, column) => {
            const [tag, kind] = [drawn[row], kinds[column]];
            if (tag && kind !== undefined) onFigure(tagFigure(tag, kind), tagLabel(tag, kind));
          }}
        />
      </PrintableBars>
      <FigureTable label={t('reports.tagsChart')}>
        <thead>
          <tr>
            <th scope="col">{t('reports.tag')}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" className="number">
                {kindLabel(kind)}
              </th>
            ))}
            <th scope="col" className="number">
              {t('reports.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((tag) => (
            <tr key={tagIdentity(tag._id, tag.tag)}>
              <th scope="row">
                <ClinicalName>{tag.tag}</ClinicalName>
              </th>
              {kinds.map((kind) => (
                <td key={kind} className="number">
                  <FigureValue
                    value={countOf(tag, kind)}
                    label={tagLabel(tag, kind)}
                    onOpen={() => onFigure(tagFigure(tag, kind), tagLabel(tag, kind))}
                  />
                </td>
              ))}
              <td className="number">
                <FigureValue value={tag.count} label={tag.tag} onOpen={() => onFigure(tagFigure(tag), tag.tag)} />
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Stack>
  );
}
