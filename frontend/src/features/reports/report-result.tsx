/** A finished report on the screen and on paper: its title, what can be done with it, its rows, and its comparison. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import type { CollectedReview } from 'language/contract/reports';
import { CalendarSync, GitCompareArrows, History, Printer, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { reportTypeLabel } from '../../clinical/code-labels.ts';
import { policy } from '../../clinical/policy.ts';
import { Switch } from '../../components/forms/switch.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { PrintedPage, usePrintedAt } from '../../components/printed-page.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useSessionUser } from '../../platform/session/session.ts';
import { personName } from '../../platform/text/names.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { erasedQuery, type Report } from './api.ts';
import type { Figure } from './figures.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import {
  comparedInstants,
  CONTROL_CHARTS,
  isComplete,
  isOfThePast,
  needsDates,
  type ReportCriteria,
} from './report-criteria.ts';
import { FiguresDownload, ReviewsDownload } from './reviews-download.tsx';
import type { ReportPrinting } from './use-report-printing.ts';
import { withErrors } from './views/collected-reviews.tsx';
import { hasChart, ReportView } from './views/report-view.tsx';

const ReportComparison = lazyComponent(() => import('./report-comparison.tsx'));

interface Props {
  team: Team;
  criteria: ReportCriteria;
  report: Report;
  printing: ReportPrinting;
  /** Newer figures can be read. */
  isOutdated: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Opens the form again for one more criterion. */
  onReopen: (patch: Partial<ReportCriteria>) => void;
  onPrint: () => void;
  /** @param asOf the instant as of which the figure is known */
  onFigure: (figure: Figure, label: string, asOf: string | undefined) => void;
}

export function ReportResult({
  team,
  criteria,
  report,
  printing: { isPrinting, onChartReady, onComparisonReady },
  isOutdated,
  isRefreshing,
  onRefresh,
  onReopen,
  onPrint,
  onFigure,
}: Props) {
  const t = useTranslation();
  const user = useSessionUser();
  const [isShort, setIsShort] = useState(false);
  const errorsOnly = isShort && report.type === 1;
  const instants = comparedInstants(criteria);
  const period = needsDates(criteria.type)
    ? t('reports.period', { from: criteria.startDate, to: criteria.endDate })
    : '';
  const name = reportTypeLabel(criteria.type);
  const title = period === '' ? name : t('reports.titleOf', { report: name, period });
  const asKnownOn = criteria.asOf ? t('reports.asKnownOn', { at: formatInstant(criteria.asOf) }) : '';
  return (
    <Box as="section" aria-labelledby="report-title" marginBlockStart="4">
      <PrintedPage
        atPaperWidth={isPrinting}
        head={
          <PageHead
            team={team.name}
            title={[title, errorsOnly ? t('reports.errorsOnly') : '', asKnownOn].filter(Boolean).join(' · ')}
            by={user ? personName(user) : ''}
          />
        }
      >
        <Box
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap="3"
          marginBlockEnd="3"
        >
          <Box>
            <Box as="h2" id="report-title" fontSize="lg" fontWeight="semibold">
              {name}
            </Box>
            <Box color={{ base: 'fg.muted', _print: 'black' }} className="tabular">
              <ClinicalText>
                {[period, ...(report.type === 1 ? countsOf(report.found, errorsOnly) : [])].filter(Boolean).join(' · ')}
              </ClinicalText>
            </Box>
          </Box>
          <Box data-print="hide" display="flex" flexWrap="wrap" alignItems="center" gap="2">
            {report.type !== 1 && report.type !== 4 && isComplete(criteria) && (
              <FiguresDownload team={team._id} criteria={criteria} />
            )}
            {user && policy.administer(user, team) && needsDates(criteria.type) && (
              <ReviewsDownload team={team._id} criteria={criteria} />
            )}
            {report.type === CONTROL_CHARTS && !criteria.changedOn && (
              <Button variant="outline" onClick={() => onReopen({ changedOn: '' })}>
                <CalendarSync aria-hidden />
                {t('controlCharts.chooseChange')}
              </Button>
            )}
            {!criteria.asOf && isOfThePast(report.type) && (
              <Button variant="outline" onClick={() => onReopen({ asOf: '' })}>
                <History aria-hidden />
                {t('reports.chooseAsOf')}
              </Button>
            )}
            {criteria.asOf && !criteria.against && (
              <Button variant="outline" onClick={() => onReopen({ against: '' })}>
                <GitCompareArrows aria-hidden />
                {t('reports.chooseAgainst')}
              </Button>
            )}
            {report.type === 1 && report.found.length > 0 && (
              <Switch label={t('reports.errorsOnly')} checked={errorsOnly} onChange={setIsShort} />
            )}
            <Button loading={isPrinting} onClick={onPrint}>
              <Printer aria-hidden />
              {t('reports.print')}
            </Button>
          </Box>
        </Box>
        {criteria.asOf && <AsKnownOnNotice team={team._id} asOf={criteria.asOf} />}
        {/* A report as known on a past instant has no newer figures. */}
        <NewerFigures isOffered={isOutdated && !criteria.asOf} isBusy={isRefreshing} onShow={onRefresh} />
        {/* The key draws a chart again at the width of the paper, and it reports when it is ready. */}
        <ReportView
          key={hasChart(report) ? String(isPrinting) : ''}
          team={team}
          report={report}
          asOf={criteria.asOf}
          isPrinting={isPrinting}
          errorsOnly={errorsOnly}
          changedOn={criteria.changedOn ?? ''}
          onFigure={(figure, label) => onFigure(figure, label, criteria.asOf)}
          onReady={onChartReady}
        />
        {instants && isComplete(criteria) && (
          <AsyncBoundary instead={<LoadFailed />}>
            <ReportComparison
              key={`${instants.earlier} ${instants.later}`}
              team={team._id}
              criteria={criteria}
              instants={instants}
              report={report}
              onFigure={onFigure}
              isPrinting={isPrinting}
              onReady={onComparisonReady}
            />
          </AsyncBoundary>
        )}
      </PrintedPage>
    </Box>
  );
}

/** The counts of the collected report: its reviews, or those with errors, of all. */
const countsOf = (rows: readonly CollectedReview[], errorsOnly: boolean): string[] =>
  errorsOnly
    ? [
        translate('reports.errorsOnly'),
        translate('reports.reviewsOf', { count: withErrors(rows).length, total: rows.length }),
      ]
    : [translate('reports.reviews', { count: rows.length })];

/** The head of every printed page: the team, the report with its period, the printing person and the time. */
function PageHead({ team, title, by }: { team: string; title: string; by: string }) {
  const t = useTranslation();
  const at = usePrintedAt();
  return (
    <Box
      display="flex"
      justifyContent="space-between"
      gap="4"
      borderBlockEndWidth="1px"
      borderColor="black"
      paddingBlockEnd="1"
    >
      <span>
        <bdi>{team}</bdi> · <ClinicalText>{title}</ClinicalText>
      </span>
      <span>
        <ClinicalText>{t('print.by', { name: by, at })}</ClinicalText>
      </span>
    </Box>
  );
}

/** The instant as of which the report is known, and how many patients were deleted since. */
function AsKnownOnNotice({ team, asOf }: { team: string; asOf: string }) {
  const t = useTranslation();
  const erased = useQuery(erasedQuery(team, asOf));
  return (
    <Box marginBlockEnd="2">
      <Box
        className="mark"
        display="inline-flex"
        alignItems="center"
        gap="2"
        borderRadius="l2"
        paddingInline="3"
        paddingBlock="1"
        bg="amber.subtle"
        color="amber.fg"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
        _print={{ borderWidth: '1px', borderColor: 'black', color: 'black' }}
      >
        <History size={16} aria-hidden />
        <ClinicalText>{t('reports.asKnownOn', { at: formatInstant(asOf) })}</ClinicalText>
      </Box>
      {erased.data !== undefined && erased.data.patients > 0 && (
        <Box color="fg.muted" fontSize="sm" marginBlockStart="1" _print={{ color: 'black' }}>
          {t('reports.erased', { patients: erased.data.patients })}
        </Box>
      )}
    </Box>
  );
}

/**
 * Newer figures are shown on request only: a person who reads a report out in a meeting must find the same figures
 * twice. The row keeps its height, so that nothing moves.
 */
function NewerFigures({ isOffered, isBusy, onShow }: { isOffered: boolean; isBusy: boolean; onShow: () => void }) {
  const t = useTranslation();
  return (
    <Box
      role="status"
      data-print="hide"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      minHeight="36px"
      fontSize="sm"
      color="fg.muted"
    >
      {isOffered || isBusy ? (
        <>
          <span>{t('reports.newer')}</span>
          <Button size="xs" variant="outline" loading={isBusy} onClick={onShow}>
            <RefreshCw size={14} aria-hidden />
            {t('reports.showNewer')}
          </Button>
        </>
      ) : null}
    </Box>
  );
}
