import type { AdmissionDetails, DrugErr, Review } from 'command-api/contract/entities';
import { isNoError } from 'command-api/domain/values/codes';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { dayOfStay, formatAge, formatDate, today, weekday } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { recordReviewPrinted } from '../../sync/record-access.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { responseLabel, severityLabel } from '../../clinical/code-labels.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import './printed-review.css';

interface Props {
  review: Review;
  admission: AdmissionDetails;
  by: string;
  onPrinted: () => void;
}

/**
 * The sheet for the physician (docs/product.md, "Printed review").
 * It prints once it is mounted, and calls `onPrinted` when the print dialog closes.
 */
export default function PrintedReview(props: Props) {
  const latestProps = useRef(props);
  useEffect(() => {
    latestProps.current = props;
  });
  useEffect(() => {
    const page = document.documentElement;
    page.dataset['printing'] = 'review';
    const done = () => latestProps.current.onPrinted();
    const print = () => {
      const { review } = latestProps.current;
      recordReviewPrinted(review.team, review._id);
      window.print();
    };
    window.addEventListener('afterprint', done);
    // In a new task: StrictMode undoes the first mount at once, which must not print.
    const timer = setTimeout(print, 0);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', done);
      delete page.dataset['printing'];
    };
  }, []);
  return createPortal(
    <div className="print-sheet">
      <Sheet {...props} />
    </div>,
    document.body,
  );
}

function Sheet({ review, admission, by }: Props) {
  const t = useTranslation();
  const { patientDetails: patient, admissionDate } = admission;
  const { reviewDate, drugErrs, userName } = review;
  const recommendations = drugErrs.filter(({ errType }) => !isNoError(errType));
  const day = dayOfStay(admissionDate, reviewDate);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" aria-label={t('review.printed.title')}>
            <div className="identity">
              <div className="name">
                <bdi dir="auto">{patientFullName(patient)}</bdi>
              </div>
              <div className="facts">
                <span>
                  {t('review.printed.record')}{' '}
                  <b>
                    <bdi dir="ltr">
                      <ClinicalText>{patient.medicalRecordNumber || '–'}</ClinicalText>
                    </bdi>
                  </b>
                </span>
                <span>
                  {t('review.printed.born')}{' '}
                  <b>
                    <ClinicalText>{formatDate(patient.birthdate) || '–'}</ClinicalText>
                  </b>
                </span>
                <span>
                  {t('review.printed.age')}{' '}
                  <b>
                    <ClinicalText>{formatAge(patient.birthdate, reviewDate) || '–'}</ClinicalText>
                  </b>
                </span>
                <span>
                  <b>
                    <bdi>{admission.teamName}</bdi>
                  </b>
                </span>
                <span className="printed-by">
                  <ClinicalText>{t('review.printed.by', { name: by, date: today() })}</ClinicalText>
                </span>
              </div>
            </div>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <h1>{t('review.printed.title')}</h1>
            <div className="facts">
              <span>
                {t('review.printed.date')}{' '}
                <b>
                  <ClinicalText>{`${weekday(reviewDate)} ${formatDate(reviewDate)}`}</ClinicalText>
                </b>
              </span>
              <span>
                {t('review.printed.admitted')}{' '}
                <b>
                  <ClinicalText>{formatDate(admissionDate)}</ClinicalText>
                </b>
              </span>
              {day === undefined ? null : (
                <span>
                  <b>
                    <ClinicalText>{t('review.day', { day })}</ClinicalText>
                  </b>
                </span>
              )}
            </div>
            <h2>{t('review.printed.recommendations')}</h2>
            {recommendations.length === 0 ? <p>{t('review.printed.none')}</p> : null}
          </td>
        </tr>
        {recommendations.map((entry, index) => (
          <tr key={entry._id}>
            <td>
              <Recommendation entry={entry} number={index + 1} />
            </td>
          </tr>
        ))}
        <tr>
          <td>
            <Signature editedBy={userName} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Recommendation({
  entry: { errDrugLabel, errTypeLabel, errSeverity, errRes, followUpDate, errNote },
  number,
}: {
  entry: DrugErr;
  number: number;
}) {
  const t = useTranslation();
  return (
    <div className="entry">
      <span className="number">{number}.</span>
      <div className="what">
        <div>
          <b>
            <ClinicalName>{errDrugLabel}</ClinicalName>
          </b>{' '}
          – <ClinicalName>{errTypeLabel}</ClinicalName>
        </div>
        <div className="judged">
          {errSeverity === null ? null : (
            <>
              <span className="letter">{errSeverity}</span>
              {t('review.printed.severity')}: {severityLabel(errSeverity)} ·{' '}
            </>
          )}
          {t('review.printed.response')}: {errRes === null ? t('review.printed.pending') : responseLabel(errRes)}
          {followUpDate === null ? null : (
            <>
              {' '}
              · {t('review.printed.followUp')}: <ClinicalText>{formatDate(followUpDate)}</ClinicalText>
            </>
          )}
        </div>
        {isBlank(errNote) ? null : <RichTextView html={errNote} />}
      </div>
    </div>
  );
}

function Signature({ editedBy }: { editedBy: string }) {
  const t = useTranslation();
  return (
    <div className="signed">
      <span>
        {t('review.printed.editedBy')}{' '}
        <b>
          <bdi>{editedBy}</bdi>
        </b>
      </span>
      <span className="signature">
        {t('review.printed.physician')} <span className="line" /> {t('review.printed.dateLine')}{' '}
        <span className="line short" />
      </span>
    </div>
  );
}
