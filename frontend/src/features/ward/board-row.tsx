import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { Check } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { dayOfStay, formatShortAge, formatDate } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatTime } from '../../platform/time/instants.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { AllergiesNote } from '../../clinical/allergies-line.tsx';
import { placeText, shortPlace } from '../../clinical/care-details.ts';
import { SeverityMark } from '../../clinical/marks.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { AntimicrobialLines } from './antimicrobial-lines.tsx';
import { PriorityReasons } from './priority-reasons.tsx';
import { RowActions } from './row-actions.tsx';
import type { Column } from './sorting.ts';
import type { PlacedRow } from './steady-rows.ts';
import { WorkMarks } from './work-marks.tsx';

export const columns: readonly Column[] = [
  'name',
  'bed',
  'priority',
  'age',
  'day',
  'reviewed',
  'news',
  'pending',
  'worst',
  'overdue',
  'last',
];

interface Props extends PlacedRow {
  today: string;
  team: string;
  /** The signed-in person; the same object at each render. */
  user: { userId: string; userName: string };
  canEdit: boolean;
  /** The view is one of antimicrobials: they have a row of their own below. */
  hasAntimicrobials: boolean;
}

/**
 * A patient of the board. Needs a root with the styles of the board. Its fields are properties, which `memo` compares: of
 * hundreds of rows a live note changes one.
 */
export const Row = memo(function Row({ today, team, user, canEdit, hasAntimicrobials, ...patient }: Props) {
  const t = useTranslation();
  // Only the two largest units: days matter for a newborn and not for an adult.
  const age = formatShortAge(patient.birthdate, today);
  const day = dayOfStay(patient.admissionDate, today);
  const place = placeText(patient);
  const isJoined = hasAntimicrobials && !patient.isGone && patient.antimicrobials.length > 0;
  return (
    <>
      <tr
        data-patient={patient._id}
        data-gone={patient.isGone || undefined}
        data-deferred={patient.deferred === null ? undefined : true}
        data-joined={isJoined || undefined}
      >
        <th scope="row" data-column="name">
          <Link to={paths.admission.href(patient.admission)}>
            <bdi dir="auto">{patientFullName(patient) || t('ward.unnamed')}</bdi>
          </Link>
          <span className="below">
            {patient.medicalRecordNumber === '' ? null : (
              <bdi dir="ltr">
                <ClinicalText>{patient.medicalRecordNumber}</ClinicalText>
              </bdi>
            )}
            {patient.isOpenTwice ? <span data-question>{t('ward.openTwice')}</span> : null}
            {place === '' ? null : (
              <span className="place" data-shared={patient.isBedShared || undefined}>
                <ClinicalText>{place}</ClinicalText>
                {patient.isBedShared ? <BedQuestion /> : null}
              </span>
            )}
            {/* Where the window has no room for the columns of age and day. */}
            <span className="stay">
              <ClinicalText>
                {[age, day === undefined ? '' : t('ward.dayOfStay', { day })].filter(Boolean).join(' · ')}
              </ClinicalText>
            </span>
            <AllergiesNote brief={patient.allergyBrief} />
            {patient.workingDiagnosis === '' ? null : (
              <span className="diagnosis" dir="auto" title={patient.workingDiagnosis}>
                {patient.workingDiagnosis}
              </span>
            )}
            {patient.isNew ? (
              <span className="narrow new" title={t('ward.changedHint')}>
                {t('ward.changed')}
              </span>
            ) : null}
          </span>
        </th>
        {patient.isGone ? (
          <td colSpan={columns.length}>{t('ward.gone')}</td>
        ) : (
          <>
            <Figures patient={patient} place={place} age={age} day={day} user={user.userId} />
            <td data-column="actions">{canEdit ? <RowActions patient={patient} team={team} user={user} /> : null}</td>
          </>
        )}
      </tr>
      {isJoined ? (
        <tr data-more={patient._id}>
          <td colSpan={columns.length + 1}>
            <AntimicrobialLines antimicrobials={patient.antimicrobials} />
          </td>
        </tr>
      ) : null}
    </>
  );
});

/** Another inpatient has the same bed: a sign beside the colour, and words for assistive technology. */
function BedQuestion() {
  const t = useTranslation();
  return (
    <span title={t('ward.bedShared')}>
      <span aria-hidden>{t('ward.bedSharedSign')}</span>
      <VisuallyHidden>{t('ward.bedShared')}</VisuallyHidden>
    </span>
  );
}

interface FiguresProps {
  patient: PlacedRow;
  place: string;
  age: string;
  day: number | undefined;
  user: string;
}

/** All cells between the names and the actions. */
function Figures({ patient, place, age, day, user }: FiguresProps) {
  const t = useTranslation();
  return (
    <>
      <td data-column="bed" data-shared={patient.isBedShared || undefined}>
        <bdi dir="ltr" title={place}>
          <ClinicalText>{shortPlace(patient)}</ClinicalText>
        </bdi>
        {patient.isBedShared ? <BedQuestion /> : null}
      </td>
      <td data-column="priority">
        <PriorityReasons priority={patient.priority} />
        <WorkMarks marks={patient} user={user} />
      </td>
      <td data-column="age">
        <ClinicalText>{age}</ClinicalText>
      </td>
      <td data-column="day">{day === undefined ? '' : formatNumber(day)}</td>
      <td data-column="reviewed" data-reviewed={patient.reviewedToday}>
        <span className="phone">{t('ward.columns.reviewed')} </span>
        {patient.reviewedToday ? (
          <>
            <Check size={15} aria-hidden />
            {t('ward.reviewed')}
          </>
        ) : (
          <>
            {t('ward.notReviewed')}
            <span className="below">
              <ClinicalText>
                {patient.lastReviewDate === null
                  ? t('ward.never')
                  : t('ward.lastReview', { date: formatDate(patient.lastReviewDate).slice(5) })}
              </ClinicalText>
            </span>
          </>
        )}
      </td>
      <td data-column="news">
        {patient.isNew ? (
          <span className="new" title={t('ward.changedHint')}>
            {t('ward.changed')}
          </span>
        ) : null}
      </td>
      <td data-column="pending" data-none={patient.pending === 0}>
        <span className="phone">{t('ward.columns.pending')} </span>
        {formatNumber(patient.pending)}
        {patient.overdue > 0 ? (
          <span className="narrow late">{t('ward.overdue', { count: patient.overdue })}</span>
        ) : null}
      </td>
      <td data-column="worst">{patient.pending === 0 ? null : <SeverityMark severity={patient.worstSeverity} />}</td>
      <td data-column="overdue" data-none={patient.overdue === 0}>
        {formatNumber(patient.overdue)}
      </td>
      <td data-column="last">
        {patient.lastAt === null ? null : (
          <>
            <bdi>{patient.lastByName}</bdi>
            <span className="below">
              <ClinicalText>{formatTime(patient.lastAt)}</ClinicalText>
            </span>
          </>
        )}
      </td>
    </>
  );
}
