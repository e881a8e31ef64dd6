/**
 * A report as known at two instants: the figures that differ, and every entry, review or stay that makes the
 * difference, before and after.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { shownInstant } from '../../platform/time/instants.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { MarkedRichText, MarkedText } from '../../components/text/marked-text.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { markLook } from '../../components/text/compared-value.tsx';
import { changesOnPaperQuery, changesQuery, reportThenQuery, type Report } from './api.ts';
import type { CompleteAsk } from './ask.ts';
import { changedFields, type ChangedField, differingFigures, type ReportChange } from './differing.ts';
import type { Figure as FigureOf } from './behind.ts';
import { Figure, FigureTable } from './figure-table.tsx';
import { HistoryLink } from './history-link.tsx';
import { chartOf, stayOf } from './links.ts';
import { reportsText as text } from './messages.ts';

type OnFigure = (figure: FigureOf, of: string, asOf: string) => void;

interface Props {
  team: string;
  ask: CompleteAsk;
  instants: { earlier: string; later: string };
  /** As known at `ask.asOf`. */
  report: Report;
  /** What lies behind a figure is asked for. @param asOf as known at this instant */
  onFigure: OnFigure;
  /** It is being printed: all of it, as far as that is for paper. */
  whole: boolean;
  /** What there is of it for paper stands here. */
  onReady: () => void;
}

export default function Compared({ team, ask, instants, report, onFigure, whole, onReady }: Props) {
  const { earlier, later } = instants;
  const isEarlier = ask.asOf === earlier;
  const other = useQuery(reportThenQuery(team, ask, isEarlier ? later : earlier));
  const [page, setPage] = useState(1);
  const onScreen = useQuery(changesQuery(team, ask, instants, page));
  const isLonger = (onScreen.data?.pages ?? 0) > 1;
  const onPaper = useQuery({ ...changesOnPaperQuery(team, ask, instants), enabled: whole && isLonger });
  const changes = whole && onPaper.data ? onPaper : onScreen;
  // Where more cannot be had, paper says how much of it this is.
  const ready = whole && !other.isPending && !onScreen.isPending && !(isLonger && onPaper.isPending);
  useEffect(() => {
    if (ready) onReady();
  }, [ready, onReady]);
  return (
    <Stack as="section" aria-labelledby="compared-title" gap="4" marginBlockStart="6" minWidth="0">
      <Box>
        <Box as="h3" id="compared-title" fontSize="md" fontWeight="semibold">
          {text.differences}
        </Box>
        <Box color="fg.muted" fontSize="sm" className="tabular">
          <ClinicalText>{text.asKnownOnBoth(shownInstant(earlier), shownInstant(later))}</ClinicalText>
        </Box>
      </Box>
      <QueryBoundary query={other}>
        {(found) => (
          <Figures
            was={isEarlier ? report : found}
            is={isEarlier ? found : report}
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
              {text.changedThings}
            </Box>
            <Box role="status" color="fg.muted" fontSize="sm">
              {total === 0 ? text.sameThings : text.changes(total)}
            </Box>
            {found.length < total && (
              <Box display={{ base: 'none', _print: 'block' }} fontSize="sm">
                {text.changesOf(found.length, total)}
              </Box>
            )}
            {total > 0 && <Changes changes={found} later={later} />}
            {pages > 1 && !whole && (
              <Box
                as="nav"
                aria-label={text.pages}
                data-print="hide"
                display="flex"
                alignItems="center"
                justifyContent="center"
                gap="4"
              >
                <Button variant="outline" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {text.earlierPage}
                </Button>
                <span className="tabular">{text.page(page, pages)}</span>
                <Button variant="outline" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  {text.laterPage}
                </Button>
              </Box>
            )}
          </Box>
        )}
      </QueryBoundary>
    </Stack>
  );
}

function Figures({
  was,
  is,
  earlier,
  later,
  onFigure,
}: {
  was: Report;
  is: Report;
  earlier: string;
  later: string;
  onFigure: OnFigure;
}) {
  const figures = differingFigures(was, is);
  if (figures.length === 0) return <Box color="fg.muted">{text.sameFigures}</Box>;
  return (
    <FigureTable label={text.differingFigures}>
      <thead>
        <tr>
          <th scope="col">{text.figure}</th>
          <th scope="col" className="number">
            <ClinicalText>{shownInstant(earlier)}</ClinicalText>
          </th>
          <th scope="col" className="number">
            <ClinicalText>{shownInstant(later)}</ClinicalText>
          </th>
          <th scope="col" className="number">
            {text.difference}
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ key, label, before, after, figure }) => (
          <tr key={key}>
            <th scope="row">
              <ClinicalName>{label}</ClinicalName>
            </th>
            {(
              [
                [before, earlier],
                [after, later],
              ] as const
            ).map(([value, asOf]) => (
              <td key={asOf} className="number">
                <Figure
                  value={value}
                  of={`${label}, ${text.asKnownOn(shownInstant(asOf))}`}
                  onOpen={() => onFigure(figure, label, asOf)}
                />
              </td>
            ))}
            <td className="number">{(after - before).toLocaleString('en', { signDisplay: 'always' })}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

/**
 * On paper a list: the fields of a side run on in one paragraph, each behind its name. A line for each left room for
 * three changes a page.
 */
const fields = {
  ...markLook,
  '& dl': { display: 'grid', gap: '1', _print: { display: 'block' } },
  '& dl > div': { _print: { display: 'inline' } },
  '& dl > div + div::before': { _print: { content: '" · "' } },
  '& dt': { fontSize: 'xs', color: 'fg.muted', _print: { display: 'inline', color: 'black' } },
  '& dt::after': { _print: { content: '": "' } },
  '& dd': { marginInlineStart: '0', _print: { display: 'inline' } },
  '& .rich-text, & .rich-text *': { _print: { display: 'inline', fontSize: 'inherit', lineHeight: 'inherit' } },
  '& .rich-text > * + *::before': { _print: { content: '" / "' } },
  // More of a selector than the table's own.
  '& [role=region] table': { _print: { fontSize: 'xs', lineHeight: '1.3' } },
  '& [role=region] :is(th, td)': { _print: { paddingBlock: '0.5', lineHeight: 'inherit' } },
  '& [role=region] .who': { _print: { minWidth: '7rem' } },
};

const Changes = ({ changes, later }: { changes: readonly ReportChange[]; later: string }) => (
  <Box css={fields}>
    <FigureTable label={text.changedThings}>
      <thead>
        <tr>
          <th scope="col">{text.date}</th>
          <th scope="col">{text.patient}</th>
          <th scope="col">{text.what}</th>
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
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

function ChangeRow({ change, later }: { change: ReportChange; later: string }) {
  const shown = changedFields(change);
  return (
    <tr>
      <th scope="row" className="date">
        <Link to={whereOf(change, later)} target="_blank" rel="noopener">
          {dayOf(change)}
        </Link>
      </th>
      <td className="who">
        <bdi dir="auto">{change.patientName || text.noName}</bdi>
      </td>
      <td>
        <What change={change} />
      </td>
      <td>
        {change.before === null ? (
          <i>{text.wasNotThere}</i>
        ) : (
          <Side shown={shown} side="before" other={change.after && 'after'} />
        )}
      </td>
      <td>
        {change.after === null ? (
          <i>{text.isGone}</i>
        ) : (
          <Side shown={shown} side="after" other={change.before && 'before'} />
        )}
      </td>
    </tr>
  );
}

function What({ change }: { change: ReportChange }) {
  if (change.of === 'stay') return text.aStay;
  if (change.of === 'review')
    return (
      <>
        {text.aReview}, <bdi>{change.userName}</bdi>
      </>
    );
  const errDrugLabel = (change.after ?? change.before)?.errDrugLabel ?? '';
  return (
    <>
      <ClinicalName>{errDrugLabel}</ClinicalName>{' '}
      <HistoryLink entry={{ _id: change._id, errDrugLabel }} review={change.review} />
    </>
  );
}

/** @param other the side whose words it lacks are marked; null: what came or went differs from nothing */
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

/** The chart as known at the later of the two, where the thing may be gone by then. */
const whereOf = (change: ReportChange, later: string): string =>
  change.of === 'stay'
    ? stayOf(change.admission, later)
    : chartOf({ _id: change.of === 'entry' ? change.review : change._id, admission: change.admission }, later);
