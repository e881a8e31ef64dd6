/** The rows behind a figure. Each row links to its review or admission. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { dischargeStatusLabel, errorTypeLabel, responseLabel, severityLabel } from '../../clinical/code-labels.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '../../platform/time/dates.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';
import { recurrentAdmissionsQuery, reviewsQuery } from './api.ts';
import { drillDown, type DrillDownRow, type Figure, type ReviewFigure } from './figures.ts';
import { admissionHref, EntryHistoryLink, FigureTable, reviewHref } from './views/report-parts.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const PAGE_SIZE = 100;

interface Props {
  team: string;
  startDate: string;
  endDate: string;
  /** The figure is known as of this instant. */
  asOf: string | undefined;
  figure: Figure;
  /** The figure in words. */
  label: string;
  onClose: () => void;
}

export default function DrillDownDialog({ team, startDate, endDate, asOf, figure, label, onClose }: Props) {
  const t = useTranslation();
  return (
    <Sheet open size="xl" onClose={onClose}>
      <Dialog.Header>
        <Dialog.Title>
          <ClinicalName>{t('reports.behindOf', { what: label })}</ClinicalName>
        </Dialog.Title>
        {asOf && (
          <Box color="fg.muted" fontSize="sm" className="tabular">
            <ClinicalText>{t('reports.asKnownOn', { at: formatInstant(asOf) })}</ClinicalText>
          </Box>
        )}
      </Dialog.Header>
      <Dialog.Body>
        {figure.kind === 'stays' ? (
          <AdmissionsOfFigure team={team} patient={figure.patient} asOf={asOf} />
        ) : (
          <ReviewsOfFigure team={team} startDate={startDate} endDate={endDate} asOf={asOf} figure={figure} />
        )}
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t('reports.close')}
        </Button>
      </Dialog.Footer>
    </Sheet>
  );
}

function ReviewsOfFigure({
  team,
  startDate,
  endDate,
  asOf,
  figure,
}: Omit<Props, 'label' | 'onClose'> & { figure: ReviewFigure }) {
  // The figure of a day needs the reviews of that day only.
  const [from, to] = figure.kind === 'day' ? [figure.day, figure.day] : [startDate, endDate];
  const reviews = useQuery(reviewsQuery(team, from, to, asOf));
  return (
    <QueryBoundary query={reviews}>{(found) => <Rows rows={drillDown(found, figure)} asOf={asOf} />}</QueryBoundary>
  );
}

function AdmissionsOfFigure({ team, patient, asOf }: { team: string; patient: string; asOf: string | undefined }) {
  const t = useTranslation();
  const recurrent = useQuery(recurrentAdmissionsQuery(team, asOf));
  return (
    <QueryBoundary query={recurrent}>
      {(found) => {
        const stays = found.find(({ _id }) => _id === patient)?.admDetails ?? [];
        return (
          <Box display="grid" gap="3">
            <Box role="status" color="fg.muted">
              {t('reports.stays', { count: stays.length })}
            </Box>
            <FigureTable label={t('reports.behind')}>
              <thead>
                <tr>
                  <th scope="col">{t('reports.fields.admissionDate')}</th>
                  <th scope="col">{t('reports.fields.dischargeDate')}</th>
                  <th scope="col">{t('reports.fields.dischargeStatus')}</th>
                </tr>
              </thead>
              <tbody>
                {stays.map(({ _id, admissionDate, dischargeDate, dischargeStatus }) => (
                  <tr key={_id}>
                    <th scope="row" className="date">
                      <Link
                        to={admissionHref(_id, asOf)}
                        target="_blank"
                        rel="noopener"
                        aria-label={t('reports.openStay', { date: formatDate(admissionDate) })}
                      >
                        {formatDate(admissionDate)}
                      </Link>
                    </th>
                    <td className="date">{dischargeDate === null ? '' : formatDate(dischargeDate)}</td>
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

function Rows({ rows, asOf }: { rows: readonly DrillDownRow[]; asOf: string | undefined }) {
  const t = useTranslation();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const hasEntries = rows[0]?.entry !== undefined;
  return (
    <Box display="grid" gap="3">
      <Box role="status" color="fg.muted">
        {hasEntries ? t('reports.entries', { count: rows.length }) : t('reports.reviews', { count: rows.length })}
      </Box>
      <FigureTable label={t('reports.behind')}>
        <thead>
          <tr>
            <th scope="col">{t('reports.date')}</th>
            <th scope="col">{t('reports.patient')}</th>
            {hasEntries ? (
              <>
                <th scope="col">{t('reports.drug')}</th>
                <th scope="col">{t('reports.errorType')}</th>
                <th scope="col">{t('reports.severity')}</th>
                <th scope="col">{t('reports.response')}</th>
              </>
            ) : (
              <th scope="col">{t('reports.medications')}</th>
            )}
            <th scope="col">{t('reports.author')}</th>
            {hasEntries && <th scope="col">{t('reports.history')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map(({ review, entry }) => (
            <tr key={entry?._id ?? review._id}>
              <th scope="row" className="date">
                <Link
                  to={reviewHref(review, asOf)}
                  target="_blank"
                  rel="noopener"
                  aria-label={t('reports.openReview', { date: formatDate(review.reviewDate) })}
                >
                  <ClinicalText>{formatDate(review.reviewDate)}</ClinicalText>
                </Link>
              </th>
              <td className="name">
                <bdi dir="auto">{review.patientName || t('reports.noName')}</bdi>
              </td>
              {entry ? (
                <>
                  <td>
                    <ClinicalName>{entry.errDrugLabel}</ClinicalName>
                  </td>
                  <td>
                    <ClinicalName>{errorTypeLabel(entry.errType, entry.errTypeLabel)}</ClinicalName>
                  </td>
                  <td>{entry.errSeverity !== null && `${entry.errSeverity}: ${severityLabel(entry.errSeverity)}`}</td>
                  <td>{entry.errRes === null ? t('reports.pending') : responseLabel(entry.errRes)}</td>
                </>
              ) : (
                <td>
                  {formatNumber(review.drugErrs.length)}
                  {review.drugErrs.map((one, at) => (
                    <span key={one._id}>
                      {at === 0 ? ': ' : ', '}
                      <EntryHistoryLink entry={one} review={review._id}>
                        <ClinicalName>{one.errDrugLabel}</ClinicalName>
                      </EntryHistoryLink>
                    </span>
                  ))}
                </td>
              )}
              <td>
                <bdi>{review.userName}</bdi>
              </td>
              {entry && (
                <td>
                  <EntryHistoryLink entry={entry} review={review._id} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </FigureTable>
      {rows.length > limit && (
        <Button justifySelf="center" variant="outline" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {t('reports.more')}
        </Button>
      )}
    </Box>
  );
}
