/** A report as known on two instants: the differing figures, and each changed entry, review or admission. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../platform/time/instants.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { MarkedRichText, MarkedText, markStyle } from '../../components/text/compared-value.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { changesQuery, printedChangesQuery, type Report, reportAsOfQuery } from './api.ts';
import type { CompleteCriteria } from './report-criteria.ts';
import { type ChangedField, changedFields, compareFigures, type Figure, type ReportChange } from './figures.ts';
import { admissionHref, EntryHistoryLink, FigureTable, FigureValue, reviewHref } from './views/report-parts.tsx';
import { formatDifference } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

type OnFigure = (figure: Figure, label: string, asOf: string) => void;

interface Props {
  team: string;
  criteria: CompleteCriteria;
  instants: { earlier: string; later: string };
  /** As known on `criteria.asOf`. */
  report: Report;
  /** Opens the rows behind a figure. @param asOf the instant as of which the figure is known */
  onFigure: OnFigure;
  /** Paper has as many changes as one answer holds. */
  isPrinting: boolean;
  /** Everything for paper is shown. */
  onReady: () => void;
}

export default function ReportComparison({ team, criteria, instants, report, onFigure, isPrinting, onReady }: Props) {
  const t = useTranslation();
  const { earlier, later } = instants;
  const isEarlier = criteria.asOf === earlier;
  const other = useQuery(reportAsOfQuery(team, criteria, isEarlier ? later : earlier));
  const [page, setPage] = useState(1);
  const onScreen = useQuery(changesQuery(team, criteria, instants, page));
  const isLonger = (onScreen.data?.pages ?? 0) > 1;
  const onPaper = useQuery({ ...printedChangesQuery(team, criteria, instants), enabled: isPrinting && isLonger });
  const changes = isPrinting && onPaper.data ? onPaper : onScreen;
  // Where the answer for paper fails, paper has the page of the screen and says how many changes are missing.
  const ready = isPrinting && !other.isPending && !onScreen.isPending && !(isLonger && onPaper.isPending);
  useEffect(() => {
    if (ready) onReady();
  }, [ready, onReady]);
  return (
    <Stack as="section" aria-labelledby="compared-title" gap="4" marginBlockStart="6" minWidth="0">
      <Box>
        <Box as="h3" id="compared-title" fontSize="md" fontWeight="semibold">
          {t('reports.differences')}
        </Box>
        <Box color="fg.muted" fontSize="sm" className="tabular">
          <ClinicalText>
            {t('reports.asKnownOnBoth', { earlier: formatInstant(earlier), later: formatInstant(later) })}
          </ClinicalText>
        </Box>
      </Box>
      <QueryBoundary query={other}>
        {(found) => (
          <FigureDifferences
            before={isEarlier ? report : found}
            after={isEarlier ? found : report}
            earlier={earlier}
            later={later}
            onFigure={onFigure}
          />
        )}
      </QueryBoundary>
      <QueryBoundary query={changes}>
        {({ changes: found, pages, total }) => (
          <Box aria-busy={changes.isPlaceholderData} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
            <Box as="h4" fontWeight="semibold">
              {t('reports.changedThings')}
            </Box>
            <Box role="status" color="fg.muted" fontSize="sm">
              {total === 0 ? t('reports.sameThings') : t('reports.changes', { count: total })}
            </Box>
            {found.length < total && (
              <Box display={{ base: 'none', _print: 'block' }} fontSize="sm">
                {t('reports.changesOf', { shown: found.length, rest: total - found.length })}
              </Box>
            )}
            {total > 0 && <Changes changes={found} later={later} />}
            {pages > 1 && !isPrinting && (
              <Box
                as="nav"
                aria-label={t('reports.pages')}
                data-print="hide"
                display="flex"
                alignItems="center"
                justifyContent="center"
                gap="4"
              >
                <Button variant="outline" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {t('reports.earlierPage')}
                </Button>
                <span className="tabular">{t('reports.page', { page, pages })}</span>
                <Button variant="outline" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  {t('reports.laterPage')}
                </Button>
              </Box>
            )}
          </Box>
        )}
      </QueryBoundary>
    </Stack>
  );
}

function FigureDifferences({
  before,
  after,
  earlier,
  later,
  onFigure,
}: {
  before: Report;
  after: Report;
  earlier: string;
  later: string;
  onFigure: OnFigure;
}) {
  const t = useTranslation();
  const figures = compareFigures(before, after);
  if (figures.length === 0) return <Box color="fg.muted">{t('reports.sameFigures')}</Box>;
  return (
    <FigureTable label={t('reports.differingFigures')}>
      <thead>
        <tr>
          <th scope="col">{t('reports.figure')}</th>
          <th scope="col" className="number">
            <ClinicalText>{formatInstant(earlier)}</ClinicalText>
          </th>
          <th scope="col" className="number">
            <ClinicalText>{formatInstant(later)}</ClinicalText>
          </th>
          <th scope="col" className="number">
            {t('reports.difference')}
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ key, label, before: valueBefore, after: valueAfter, figure }) => (
          <tr key={key}>
            <th scope="row">
              <ClinicalName>{label}</ClinicalName>
            </th>
            {(
              [
                [valueBefore, earlier],
                [valueAfter, later],
              ] as const
            ).map(([value, asOf]) => (
              <td key={asOf} className="number">
                <FigureValue
                  value={value}
                  label={t('reports.part', { whole: label, part: t('reports.asKnownOn', { at: formatInstant(asOf) }) })}
                  onOpen={() => onFigure(figure, label, asOf)}
                />
              </td>
            ))}
            <td className="number">{formatDifference(valueAfter - valueBefore)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

/** On paper the fields of a side are one paragraph. With a line for each field, a page had room for three changes. */
const changesStyle = {
  ...markStyle,
  '& dl': { display: 'grid', gap: '1', _print: { display: 'block' } },
  '& dl > div': { _print: { display: 'inline' } },
  '& dl > div + div::before': { _print: { content: '" · "' } },
  '& dt': { fontSize: 'xs', color: 'fg.muted', _print: { display: 'inline', color: 'black' } },
  '& dt::after': { _print: { content: '": "' } },
  '& dd': { marginInlineStart: '0', _print: { display: 'inline' } },
  '& .rich-text, & .rich-text *': { _print: { display: 'inline', fontSize: 'inherit', lineHeight: 'inherit' } },
  '& .rich-text > * + *::before': { _print: { content: '" / "' } },
  // These selectors are stronger than those of the table.
  '& [role=region] table': { _print: { fontSize: 'xs', lineHeight: '1.3' } },
  '& [role=region] :is(th, td)': { _print: { paddingBlock: '0.5', lineHeight: 'inherit' } },
  '& [role=region] .who': { _print: { minWidth: '7rem' } },
};

const Changes = ({ changes, later }: { changes: readonly ReportChange[]; later: string }) => {
  const t = useTranslation();
  return (
    <Box css={changesStyle}>
      <FigureTable label={t('reports.changedThings')}>
        <thead>
          <tr>
            <th scope="col">{t('reports.date')}</th>
            <th scope="col">{t('reports.patient')}</th>
            <th scope="col">{t('reports.what')}</th>
            <th scope="col">{t('reports.before')}</th>
            <th scope="col">{t('reports.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <ChangeRow key={`${change.of} ${change._id}`} change={change} later={later} />
          ))}
        </tbody>
      </FigureTable>
    </Box>
  );
};

function ChangeRow({ change, later }: { change: ReportChange; later: string }) {
  const t = useTranslation();
  const shown = changedFields(change);
  return (
    <tr>
      <th scope="row" className="date">
        <Link to={hrefOf(change, later)} target="_blank" rel="noopener">
          {dayOf(change)}
        </Link>
      </th>
      <td className="who">
        <bdi dir="auto">{change.patientName || t('reports.noName')}</bdi>
      </td>
      <td>
        <What change={change} />
      </td>
      <td>
        {change.before === null ? (
          <i>{t('reports.wasNotThere')}</i>
        ) : (
          <Side shown={shown} side="before" other={change.after && 'after'} />
        )}
      </td>
      <td>
        {change.after === null ? (
          <i>{t('reports.isGone')}</i>
        ) : (
          <Side shown={shown} side="after" other={change.before && 'before'} />
        )}
      </td>
    </tr>
  );
}

function What({ change }: { change: ReportChange }) {
  const t = useTranslation();
  if (change.of === 'stay') return t('reports.aStay');
  if (change.of === 'review')
    return (
      <>
        {t('reports.aReview')}, <bdi>{change.userName}</bdi>
      </>
    );
  const errDrugLabel = (change.after ?? change.before)?.errDrugLabel ?? '';
  return (
    <>
      <ClinicalName>{errDrugLabel}</ClinicalName>{' '}
      <EntryHistoryLink entry={{ _id: change._id, errDrugLabel }} review={change.review} />
    </>
  );
}

/** @param other the side to mark differences from; null where there is no other side */
const Side = ({
  shown,
  side,
  other,
}: {
  shown: readonly ChangedField[];
  side: 'before' | 'after';
  other: 'before' | 'after' | null;
}) => (
  <dl>
    {shown.map((field) => (
      <div key={field.name}>
        <dt>{field.name}</dt>
        <dd>
          {field.html ? (
            <MarkedRichText html={field[side]} other={field[other ?? side]} />
          ) : (
            <MarkedText text={field[side]} other={field[other ?? side]} />
          )}
        </dd>
      </div>
    ))}
  </dl>
);

function dayOf(change: ReportChange): string {
  const thing = change.after ?? change.before;
  return thing === null ? '' : 'admissionDate' in thing ? thing.admissionDate : thing.reviewDate;
}

/** The chart as of the later instant: the thing may be deleted since. */
const hrefOf = (change: ReportChange, later: string): string =>
  change.of === 'stay'
    ? admissionHref(change.admission, later)
    : reviewHref({ _id: change.of === 'entry' ? change.review : change._id, admission: change.admission }, later);
