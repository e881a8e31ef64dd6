/** The ward board: one row a patient who lies in, in the order that the person has chosen. */
import { Box } from '@chakra-ui/react/box';
import type { WardBoard } from 'command-api/contract/handover';
import { ArrowDown, ArrowUp, BedDouble, Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { dayOfStay, shownAge, shownDate } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { shownTime } from '../../platform/time/time.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { SeverityMark } from '../../clinical/severity-mark.tsx';
import { boardStyle } from './board-style.ts';
import { wardText as text } from './messages.ts';
import { initialOrder, sortRows, type BoardRow, type Column, type Order } from './sorting.ts';

const columns = Object.keys(text.columns) as Column[];

interface Props {
  board: WardBoard;
  team: string;
  /** Admissions whose charts others have changed since the person last looked. */
  changedAdmissions: ReadonlySet<string>;
}

export function Board({ board, team, changedAdmissions }: Props) {
  const [order, setOrder] = useState<Order>(initialOrder('name'));
  const beds = board.patients.map((patient): BoardRow => ({
    ...patient,
    isNew: changedAdmissions.has(patient.admission),
  }));
  const notReviewed = board.patients.filter(({ reviewedToday }) => !reviewedToday).length;
  const choose = (by: Column) =>
    setOrder((now) => (now.by === by ? { by, descending: !now.descending } : initialOrder(by)));
  return (
    <>
      <Box role="status" fontSize="sm" color="fg.muted" marginBlockEnd="1" className="tabular">
        {text.counted(board.patients.length, notReviewed)}
      </Box>
      {board.patients.length === 0 ? (
        <EmptyState icon={<BedDouble size={32} aria-hidden />} title={text.nobody}>
          {text.nobodyHint}
        </EmptyState>
      ) : (
        <Box css={boardStyle}>
          <table aria-label={text.board(team)}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    data-column={column}
                    aria-sort={order.by !== column ? undefined : order.descending ? 'descending' : 'ascending'}
                  >
                    <button type="button" onClick={() => choose(column)}>
                      {text.columns[column]}
                      {order.by !== column ? null : order.descending ? (
                        <ArrowDown size={13} aria-hidden />
                      ) : (
                        <ArrowUp size={13} aria-hidden />
                      )}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sortRows(beds, order).map((bed) => (
                <Row key={bed.admission} patient={bed} today={board.today} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </>
  );
}

function Row({ patient, today }: { patient: BoardRow; today: string }) {
  // The two largest units: a newborn's days count, an adult's do not.
  const age = shownAge(patient.birthdate, today).split(' ').slice(0, 4).join(' ');
  const day = dayOfStay(patient.admissionDate, today);
  return (
    <tr data-patient={patient._id}>
      <th scope="row" data-column="name">
        <Link to={paths.admission.href(patient.admission)}>
          <bdi dir="auto">{patientFullName(patient) || text.unnamed}</bdi>
        </Link>
        <span className="below">
          {patient.medicalRecordNumber === '' ? null : (
            <bdi dir="ltr">
              <ClinicalText>{patient.medicalRecordNumber}</ClinicalText>
            </bdi>
          )}
          {/* On a phone, where their columns have no room. */}
          <span className="narrow">
            <ClinicalText>
              {[age, day === undefined ? '' : text.dayOfStay(day)].filter(Boolean).join(' · ')}
            </ClinicalText>
          </span>
          {patient.isNew ? (
            <span className="narrow new" title={text.changedHint}>
              {text.changed}
            </span>
          ) : null}
        </span>
      </th>
      <td data-column="age">
        <ClinicalText>{age}</ClinicalText>
      </td>
      <td data-column="day">{day ?? ''}</td>
      <td data-column="reviewed" data-reviewed={patient.reviewedToday}>
        {patient.reviewedToday ? (
          <>
            <Check size={15} aria-hidden />
            {text.reviewed}
          </>
        ) : (
          <>
            {text.notReviewed}
            <span className="below">
              <ClinicalText>
                {patient.lastReviewDate === null
                  ? text.never
                  : text.lastReview(shownDate(patient.lastReviewDate).slice(5))}
              </ClinicalText>
            </span>
          </>
        )}
      </td>
      <td data-column="news">
        {patient.isNew ? (
          <span className="new" title={text.changedHint}>
            {text.changed}
          </span>
        ) : null}
      </td>
      <td data-column="pending" data-none={patient.pending === 0}>
        {patient.pending}
        {patient.overdue > 0 ? <span className="narrow late">{text.overdue(patient.overdue)}</span> : null}
      </td>
      <td data-column="worst">{patient.pending === 0 ? null : <SeverityMark severity={patient.worstSeverity} />}</td>
      <td data-column="overdue" data-none={patient.overdue === 0}>
        {patient.overdue}
      </td>
      <td data-column="last">
        {patient.lastAt === null ? null : (
          <>
            <bdi>{patient.lastByName}</bdi>
            <span className="below">
              <ClinicalText>{shownTime(patient.lastAt)}</ClinicalText>
            </span>
          </>
        )}
      </td>
    </tr>
  );
}
