/** What a figure counts, row by row; each leads to its review, or to its stay. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { dischargeStatusLabel, responseLabel, severityLabel } from 'command-api/domain/codes';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { shownDate } from '../../platform/time/dates.ts';
import { shownInstant } from '../../platform/time/instants.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { recurrentThenQuery, reviewsQuery } from './api.ts';
import { behind, type Behind, type Figure, type ReviewFigure } from './behind.ts';
import { FigureTable } from './figure-table.tsx';
import { HistoryLink } from './history-link.tsx';
import { chartOf, stayOf } from './links.ts';
import { reportsText as text } from './messages.ts';

const STEP = 100;

interface Props {
  team: string;
  startDate: string;
  endDate: string;
  /** As known at this instant, as the figure is. */
  asOf: string | undefined;
  figure: Figure;
  /** The figure in words. */
  of: string;
  onClose: () => void;
}

export default function BehindDialog({ team, startDate, endDate, asOf, figure, of, onClose }: Props) {
  return (
    <Sheet open size="xl" onClose={onClose}>
      <Dialog.Header>
        <Dialog.Title>
          <ClinicalName>{text.behindOf(of)}</ClinicalName>
        </Dialog.Title>
        {asOf && (
          <Box color="fg.muted" fontSize="sm" className="tabular">
            <ClinicalText>{text.asKnownOn(shownInstant(asOf))}</ClinicalText>
          </Box>
        )}
      </Dialog.Header>
      <Dialog.Body>
        {figure.kind === 'stays' ? (
          <StaysBehind team={team} patient={figure.patient} asOf={asOf} />
        ) : (
          <ReviewsBehind team={team} startDate={startDate} endDate={endDate} asOf={asOf} figure={figure} />
        )}
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {text.close}
        </Button>
      </Dialog.Footer>
    </Sheet>
  );
}

function ReviewsBehind({
  team,
  startDate,
  endDate,
  asOf,
  figure,
}: Omit<Props, 'of' | 'onClose'> & { figure: ReviewFigure }) {
  // A day's figure needs no more than that day.
  const [from, to] = figure.kind === 'day' ? [figure.day, figure.day] : [startDate, endDate];
  const reviews = useQuery(reviewsQuery(team, from, to, asOf));
  return <QueryBoundary query={reviews}>{(found) => <Rows rows={behind(found, figure)} asOf={asOf} />}</QueryBoundary>;
}

function StaysBehind({ team, patient, asOf }: { team: string; patient: string; asOf: string | undefined }) {
  const recurrent = useQuery(recurrentThenQuery(team, asOf));
  return (
    <QueryBoundary query={recurrent}>
      {(found) => {
        const stays = found.find(({ _id }) => _id === patient)?.admDetails ?? [];
        return (
          <Box display="grid" gap="3">
            <Box role="status" color="fg.muted">
              {text.stays(stays.length)}
            </Box>
            <FigureTable label={text.behind}>
              <thead>
                <tr>
                  <th scope="col">{text.fields.admissionDate}</th>
                  <th scope="col">{text.fields.dischargeDate}</th>
                  <th scope="col">{text.fields.dischargeStatus}</th>
                </tr>
              </thead>
              <tbody>
                {stays.map(({ _id, admissionDate, dischargeDate, dischargeStatus }) => (
                  <tr key={_id}>
                    <th scope="row" className="date">
                      <Link
                        to={stayOf(_id, asOf)}
                        target="_blank"
                        rel="noopener"
                        aria-label={`${text.goToStay} ${shownDate(admissionDate)}`}
                      >
                        {shownDate(admissionDate)}
                      </Link>
                    </th>
                    <td className="date">{dischargeDate === null ? '' : shownDate(dischargeDate)}</td>
                    <td>{dischargeStatus === null ? '' : dischargeStatusLabel(dischargeStatus)}</td>
                  </tr>
                ))}
              </tbody>
            </FigureTable>
          </Box>
        );
      }}
    </QueryBoundary>
  );
}

function Rows({ rows, asOf }: { rows: readonly Behind[]; asOf: string | undefined }) {
  const [most, setMost] = useState(STEP);
  const entries = rows[0]?.entry !== undefined;
  return (
    <Box display="grid" gap="3">
      <Box role="status" color="fg.muted">
        {entries ? text.entries(rows.length) : text.reviews(rows.length)}
      </Box>
      <FigureTable label={text.behind}>
        <thead>
          <tr>
            <th scope="col">{text.date}</th>
            <th scope="col">{text.patient}</th>
            {entries ? (
              <>
                <th scope="col">{text.drug}</th>
                <th scope="col">{text.errorType}</th>
                <th scope="col">{text.severity}</th>
                <th scope="col">{text.response}</th>
              </>
            ) : (
              <th scope="col">{text.medications}</th>
            )}
            <th scope="col">{text.author}</th>
            {entries && <th scope="col">{text.history}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ review, entry }) => (
            <tr key={entry?._id ?? review._id}>
              <th scope="row" className="date">
                <Link
                  to={chartOf(review, asOf)}
                  target="_blank"
                  rel="noopener"
                  aria-label={`${text.goTo} ${shownDate(review.reviewDate)}`}
                >
                  <ClinicalText>{shownDate(review.reviewDate)}</ClinicalText>
                </Link>
              </th>
              <td className="name">
                <bdi dir="auto">{review.patientName || text.noName}</bdi>
              </td>
              {entry ? (
                <>
                  <td>
                    <ClinicalName>{entry.errDrugLabel}</ClinicalName>
                  </td>
                  <td>
                    <ClinicalName>{entry.errTypeLabel}</ClinicalName>
                  </td>
                  <td>{entry.errSeverity !== null && `${entry.errSeverity}: ${severityLabel(entry.errSeverity)}`}</td>
                  <td>{entry.errRes === null ? text.pending : responseLabel(entry.errRes)}</td>
                </>
              ) : (
                <td>
                  {review.drugErrs.length}
                  {review.drugErrs.map((one, at) => (
                    <span key={one._id}>
                      {at === 0 ? ': ' : ', '}
                      <HistoryLink entry={one} review={review._id}>
                        <ClinicalName>{one.errDrugLabel}</ClinicalName>
                      </HistoryLink>
                    </span>
                  ))}
                </td>
              )}
              <td>
                <bdi>{review.userName}</bdi>
              </td>
              {entry && (
                <td>
                  <HistoryLink entry={entry} review={review._id} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </FigureTable>
      {rows.length > most && (
        <Button justifySelf="center" variant="outline" onClick={() => setMost(most + STEP)}>
          {text.more}
        </Button>
      )}
    </Box>
  );
}
