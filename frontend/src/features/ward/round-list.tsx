/** The round list on paper (docs/product.md, "Round list"). */
import type { PendingEntry } from 'language/contract/handover';
import { CareFacts } from '../../clinical/care-facts.tsx';
import { errorTypeLabel, severityLabel } from '../../clinical/code-labels.ts';
import { PrintedAllergies } from '../../clinical/allergies-line.tsx';
import { reasonText } from '../../clinical/priority-reasons.ts';
import { PrintedPatient } from '../../clinical/printed-patient.tsx';
import { Fact, PrintedBy, PrintSheet } from '../../components/print-sheet.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { plainLineOf } from '../../platform/text/plain-text.ts';
import { dayOfStay, formatDate, weekday } from '../../platform/time/dates.ts';
import { recordRoundListPrinted } from '../../sync/record-access.ts';
import { AntimicrobialLines } from './antimicrobial-lines.tsx';
import { pendingOf, type BoardRow } from './sorting.ts';
import './round-list.css';

interface Props {
  team: { _id: string; name: string };
  /** The day of the board. */
  today: string;
  /** Those of the view, in the order of the list. */
  patients: readonly BoardRow[];
  /** The name of the view; empty where it is every inpatient. */
  view: string;
  hasAntimicrobials: boolean;
  /** The errors without a response. */
  pending: readonly PendingEntry[];
  /** The measured values in a line, by admission. */
  values: ReadonlyMap<string, string>;
  by: string;
  onPrinted: () => void;
}

/** Empty lines for each patient, for notes by hand. */
const NOTE_LINES = [1, 2, 3];

export default function RoundList({
  team,
  today,
  patients,
  view,
  hasAntimicrobials,
  pending,
  values,
  by,
  onPrinted,
}: Props) {
  const t = useTranslation();
  const notReviewed = patients.filter(({ reviewedToday }) => !reviewedToday).length;
  const total = pendingOf(patients);
  const onBoard = new Set(patients.map(({ admission }) => admission));
  const shown = pending.filter(({ admission }) => onBoard.has(admission)).length;
  return (
    <PrintSheet
      onPrint={() => recordRoundListPrinted(team._id, patients.length)}
      onPrinted={onPrinted}
      head={
        <>
          <h1>
            <ClinicalText>
              {t('ward.roundList.title', { weekday: weekday(today), date: formatDate(today) })}
            </ClinicalText>
          </h1>
          <div className="facts">
            <b>
              <bdi>{team.name}</bdi>
            </b>
            <span>
              {t(notReviewed > 0 ? 'ward.countedNotReviewed' : 'ward.countedReviewed', {
                patients: patients.length,
                notReviewed,
              })}
            </span>
            {view === '' ? null : (
              <span>
                <bdi>{t('ward.roundList.view', { view })}</bdi>
              </span>
            )}
            <PrintedBy by={by} />
          </div>
          {shown < total ? <p>{t('ward.roundList.cut', { shown, total })}</p> : null}
        </>
      }
    >
      {patients.map((patient, index) => (
        <PatientBlock
          key={patient.admission}
          number={index + 1}
          patient={patient}
          today={today}
          hasAntimicrobials={hasAntimicrobials}
          pending={pending.filter(({ admission }) => admission === patient.admission)}
          values={values.get(patient.admission) ?? ''}
        />
      ))}
    </PrintSheet>
  );
}

function PatientBlock({
  number,
  patient,
  today,
  hasAntimicrobials,
  pending,
  values,
}: {
  number: number;
  patient: BoardRow;
  today: string;
  hasAntimicrobials: boolean;
  pending: readonly PendingEntry[];
  values: string;
}) {
  const t = useTranslation();
  const { admissionDate, lastReviewDate, reviewedToday, worstSeverity } = patient;
  const day = dayOfStay(admissionDate, today);
  return (
    <section className="patient">
      <div>
        <PrintedPatient number={number} patient={patient} on={today}>
          <Fact label={t('ward.columns.day')}>{day ?? '–'}</Fact>
          <Fact label={t('ward.roundList.lastReview')}>
            {reviewedToday ? (
              t('ward.roundList.today')
            ) : (
              <ClinicalText>{lastReviewDate === null ? t('ward.never') : formatDate(lastReviewDate)}</ClinicalText>
            )}
          </Fact>
          <Fact label={t('ward.columns.pending')}>{formatNumber(patient.pending)}</Fact>
          {worstSeverity === null ? null : (
            <Fact label={t('ward.columns.worst')}>
              <span className="letter">{worstSeverity}</span>
              {severityLabel(worstSeverity)}
            </Fact>
          )}
          <PrintedAllergies brief={patient.allergyBrief} />
          <CareFacts care={patient} />
          {patient.overdue === 0 ? null : (
            <Fact label={t('ward.columns.overdue')}>{formatNumber(patient.overdue)}</Fact>
          )}
        </PrintedPatient>
        {patient.priority.reasons.length === 0 ? null : (
          <p className="reasons">
            <b>{formatNumber(patient.priority.points)}</b>{' '}
            {patient.priority.reasons.map((reason) => reasonText(reason)).join(' · ')}
          </p>
        )}
        {patient.deferred === null ? null : (
          <p>
            <ClinicalText>{t('ward.deferredUntil', { date: formatDate(patient.deferred.until) })}</ClinicalText>{' '}
            <bdi dir="auto">{patient.deferred.reason}</bdi>
          </p>
        )}
        {hasAntimicrobials ? <AntimicrobialLines antimicrobials={patient.antimicrobials} /> : null}
        {values === '' ? null : (
          <p>
            <ClinicalText>{values}</ClinicalText>
          </p>
        )}
        {patient.pending === 0 ? null : (
          <ul>
            {pending.map((entry) => (
              <PendingLine key={entry._id} entry={entry} today={today} />
            ))}
            {patient.pending > pending.length ? (
              <li>{t('ward.roundList.more', { count: patient.pending - pending.length })}</li>
            ) : null}
          </ul>
        )}
      </div>
      <div className="notes">
        {t('ward.roundList.notes')}
        {NOTE_LINES.map((line) => (
          <div key={line} />
        ))}
      </div>
    </section>
  );
}

/** A recommendation that waits for a response. */
function PendingLine({ entry, today }: { entry: PendingEntry; today: string }) {
  const t = useTranslation();
  const { errSeverity, errDrugLabel, errType, errTypeLabel, errNote, followUpDate, overdue } = entry;
  const note = plainLineOf(errNote);
  const due = overdue ? 'overdue' : followUpDate === today ? 'today' : 'later';
  return (
    <li>
      <span className="letter">{errSeverity ?? '–'}</span>
      <b>
        <ClinicalName>{errDrugLabel}</ClinicalName>
      </b>{' '}
      – <ClinicalName>{errorTypeLabel(errType, errTypeLabel)}</ClinicalName>
      {followUpDate === null ? null : (
        <>
          {' '}
          · <ClinicalText>{t(`mark.followUp.${due}`, { date: formatDate(followUpDate) })}</ClinicalText>
        </>
      )}
      {note === '' ? null : (
        <div dir="auto">
          <ClinicalText>{note}</ClinicalText>
        </div>
      )}
    </li>
  );
}
