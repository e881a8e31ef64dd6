import type { AdmissionDetails, AdmissionMedication, DrugErr, Review } from 'language/contract/entities';
import { isNoError } from 'language/domain/values/codes';
import { dayOfStay, formatDate, weekday } from '../../platform/time/dates.ts';
import { paths } from '../../platform/paths.ts';
import { recordReviewPrinted } from '../../sync/record-access.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { GivenAnswer } from '../../clinical/given-answer.tsx';
import { placeText } from '../../clinical/care-details.ts';
import { PrintedStay } from '../../clinical/printed-stay.tsx';
import { errorTypeLabel, responseLabel, severityLabel } from '../../clinical/code-labels.ts';
import { givenText } from '../../clinical/routes-and-frequencies.ts';
import { PrintSheet } from '../../components/print-sheet.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { ClinicalName, ClinicalNames, ClinicalText } from '../../components/text/clinical-text.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import './printed-review.css';

interface Props {
  review: Review;
  admission: AdmissionDetails;
  /** The medications of the admission on the day of the review, for the doses. */
  medications: readonly AdmissionMedication[];
  /** The measured values on that day in a line. */
  values: string;
  /** The QR code leads to the chart as it was after this change. */
  revision: number;
  by: string;
  onPrinted: () => void;
}

/** One review on paper, for the folder and for the physician (docs/product.md, "Printed review"). */
export default function PrintedReview({ review, admission, medications, values, revision, by, onPrinted }: Props) {
  const t = useTranslation();
  const { reviewDate, drugErrs, clinicalNote } = review;
  const recommendations = drugErrs.filter(({ errType }) => !isNoError(errType));
  const withoutError = drugErrs.filter(({ errType }) => isNoError(errType));
  return (
    <PrintSheet
      head={
        <PrintedStay admission={admission} on={reviewDate} values={values} by={by}>
          <PlaceAndDay review={review} admission={admission} />
        </PrintedStay>
      }
      onPrint={() => recordReviewPrinted(review.team, review._id)}
      onPrinted={onPrinted}
    >
      <h1>
        <ClinicalText>
          {t('review.printed.title', { weekday: weekday(reviewDate), date: formatDate(reviewDate) })}
        </ClinicalText>
      </h1>
      {isBlank(clinicalNote) ? null : (
        <>
          <h2>{t('review.printed.note')}</h2>
          <RichTextView html={clinicalNote} />
        </>
      )}
      <h2>{t('review.printed.recommendations')}</h2>
      {recommendations.length === 0 ? (
        <p>{t('review.printed.none')}</p>
      ) : (
        <Recommendations
          entries={recommendations}
          team={admission.team}
          reviewDate={reviewDate}
          doseOf={(entry) => medications.filter((medication) => isTaken(medication, entry, reviewDate))}
        />
      )}
      {withoutError.length === 0 ? null : (
        <p className="without-error">
          {t('review.printed.withoutError')}{' '}
          <ClinicalNames>{withoutError.map(({ errDrugLabel }) => errDrugLabel)}</ClinicalNames>
        </p>
      )}
      <Closing author={review.userName} address={addressThen(admission._id, revision)} />
    </PrintSheet>
  );
}

const isTaken = ({ drug, startDate, stopDate }: AdmissionMedication, { errDrug }: DrugErr, on: string): boolean =>
  drug === errDrug && startDate <= on && (stopDate === null || stopDate >= on);

const addressThen = (admission: string, revision: number): string =>
  new URL(paths.chartThen.href(admission, String(revision)), location.origin).href;

/** The place and the day of stay of the review. */
function PlaceAndDay({ review: { reviewDate }, admission }: Pick<Props, 'review' | 'admission'>) {
  const t = useTranslation();
  const day = dayOfStay(admission.admissionDate, reviewDate);
  const place = placeText(admission);
  return (
    <>
      {place === '' ? null : (
        <b>
          <ClinicalText>{place}</ClinicalText>
        </b>
      )}
      {day === undefined ? null : (
        <b>
          <ClinicalText>{t('review.day', { day })}</ClinicalText>
        </b>
      )}
    </>
  );
}

/** Where two doses meet, and where one ends, the dates say which counts when. */
function daysTaken({ startDate, stopDate }: AdmissionMedication, isOneOfSeveral: boolean, on: string): string {
  if (stopDate === null) return isOneOfSeveral ? translate('review.printed.from', { from: formatDate(startDate) }) : '';
  return isOneOfSeveral || stopDate === on
    ? translate('review.printed.fromUntil', { from: formatDate(startDate), until: formatDate(stopDate) })
    : '';
}

function Recommendations({
  entries,
  team,
  reviewDate,
  doseOf,
}: {
  entries: readonly DrugErr[];
  team: string;
  reviewDate: string;
  /** The medications of the admission that the patient takes on that day, of the drug of the entry. */
  doseOf: (entry: DrugErr) => readonly AdmissionMedication[];
}) {
  const t = useTranslation();
  return (
    <table className="entries">
      <thead>
        <tr>
          <th scope="col" className="number" aria-label={t('review.printed.number')} />
          <th scope="col" className="drug">
            {t('review.printed.drug')}
          </th>
          <th scope="col" className="type">
            {t('review.printed.type')}
          </th>
          <th scope="col" className="severity">
            {t('review.printed.severity')}
          </th>
          <th scope="col">{t('review.printed.response')}</th>
        </tr>
      </thead>
      {entries.map((entry, index) => {
        const { _id, errDrugLabel, errType, errTypeLabel, errSeverity, errRes, followUpDate, errNote, pcne } = entry;
        return (
          <tbody key={_id} className="keep">
            <tr>
              <td rowSpan={isBlank(errNote) ? 1 : 2}>{index + 1}</td>
              <td>
                <b>
                  <ClinicalName>{errDrugLabel}</ClinicalName>
                </b>
                {doseOf(entry).map((medication, _at, taken) => {
                  const { _id: id, dose, route, frequency } = medication;
                  const days = daysTaken(medication, taken.length > 1, reviewDate);
                  return (
                    <div key={id}>
                      <ClinicalName>
                        {[dose, givenText(route), givenText(frequency)].filter(Boolean).join(' · ')}
                      </ClinicalName>
                      {days === '' ? null : (
                        <>
                          {' '}
                          <ClinicalName>{days}</ClinicalName>
                        </>
                      )}
                    </div>
                  );
                })}
              </td>
              <td>
                <ClinicalName>{errorTypeLabel(errType, errTypeLabel)}</ClinicalName>
                {pcne.length === 0 ? null : (
                  <div>
                    <ClinicalName>{t('pcne.of', { codes: pcne.join(', ') })}</ClinicalName>
                  </div>
                )}
              </td>
              <td>
                {errSeverity === null ? (
                  '–'
                ) : (
                  <>
                    <span className="letter">{errSeverity}</span>
                    {severityLabel(errSeverity)}
                  </>
                )}
              </td>
              <td>
                <b>{errRes === null ? t('review.printed.pending') : responseLabel(errRes)}</b>
                <GivenAnswer entry={entry} team={team} />
                {followUpDate === null ? null : (
                  <div>
                    {t('review.printed.followUp')} <ClinicalText>{formatDate(followUpDate)}</ClinicalText>
                  </div>
                )}
              </td>
            </tr>
            {isBlank(errNote) ? null : (
              <tr>
                <td colSpan={4}>
                  <RichTextView html={errNote} />
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}

/** The lines to sign on, and the way back to the chart as it was. */
function Closing({ author, address }: { author: string; address: string }) {
  const t = useTranslation();
  return (
    <div className="closing">
      <div className="signatures">
        <div className="signature">
          <span>
            {t('review.printed.editedBy')}{' '}
            <b>
              <bdi>{author}</bdi>
            </b>
          </span>
        </div>
        {(['pharmacist', 'physician'] as const).map((signer) => (
          <div key={signer} className="signature">
            {t(`review.printed.${signer}`)} <span className="line" /> {t('review.printed.dateLine')}{' '}
            <span className="line short" />
          </div>
        ))}
      </div>
      <div className="code">
        <QrCode text={address} label={t('review.printed.code')} />
      </div>
      <div className="address">
        {t('review.printed.chartThen')} <bdi dir="ltr">{address}</bdi>
      </div>
    </div>
  );
}
