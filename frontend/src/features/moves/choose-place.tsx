/** The place in the other patient's charts: the admission, and for an entry the review. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import type { Admission, Patient } from 'language/contract/entities';
import { useEffect, type ReactNode } from 'react';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { reviewsQuery } from '../../sync/reads/admission-lists.ts';
import { admissionsQuery } from '../../sync/reads/shared-reads.ts';
import type { Movable } from './api.ts';
import { choicesStyle } from './choices.ts';

interface ChoiceProps {
  legend: string;
  name: string;
  error?: string | undefined;
  chosen: string | undefined;
  options: readonly { readonly id: string; readonly text: ReactNode }[];
  onChoose: (id: string) => void;
}

function Choice({ legend, name, error, chosen, options, onChoose }: ChoiceProps) {
  return (
    <Box as="fieldset" minWidth="0">
      <Box as="legend" fontSize="xs" fontWeight="semibold" color="fg.muted" marginBlockEnd="1">
        {legend}
      </Box>
      <Box as="ul" css={choicesStyle}>
        {options.map(({ id, text }) => (
          <li key={id}>
            <label>
              <input type="radio" name={name} value={id} checked={chosen === id} onChange={() => onChoose(id)} />
              <span>{text}</span>
            </label>
          </li>
        ))}
      </Box>
      {error === undefined ? null : (
        <Box role="alert" fontSize="xs" color="fg.error" marginBlockStart="1">
          {error}
        </Box>
      )}
    </Box>
  );
}

interface AdmissionProps {
  patient: Patient;
  movable: Movable;
  chosen: Admission | undefined;
  error: string | undefined;
  onChoose: (admission: Admission) => void;
}

/** The patient's admissions but the one that the thing is in. The only one is chosen at once. */
export function ChooseAdmission({ patient, movable, chosen, error, onChoose }: AdmissionProps) {
  const t = useTranslation();
  const query = useQuery(admissionsQuery(patient._id));
  const others = query.data?.filter(({ _id }) => _id !== movable.admission);
  const only = others?.length === 1 ? others[0] : undefined;
  useEffect(() => {
    if (only && !chosen) onChoose(only);
  }, [only, chosen, onChoose]);
  return (
    <QueryBoundary query={query} skeleton={<SkeletonRows rows={2} />}>
      {() =>
        others === undefined || others.length === 0 ? (
          <Box role="status" fontSize="sm" color="fg.muted">
            {t('moves.noAdmission')}
          </Box>
        ) : (
          <Choice
            legend={t('moves.admission')}
            name="admission"
            error={error}
            chosen={chosen?._id}
            options={others.map(({ _id, admissionDate, dischargeDate }) => ({
              id: _id,
              text: (
                <ClinicalText>
                  {dischargeDate === null
                    ? t('moves.stayOpen', { date: formatDate(admissionDate) })
                    : t('moves.stay', { date: formatDate(admissionDate), until: formatDate(dischargeDate) })}
                </ClinicalText>
              ),
            }))}
            onChoose={(id) => {
              const found = others.find(({ _id }) => _id === id);
              if (found) onChoose(found);
            }}
          />
        )
      }
    </QueryBoundary>
  );
}

/** Stands for a new review of the entry's day and author. */
export const NEW_REVIEW = 'new';

interface ReviewProps {
  admission: Admission;
  review: NonNullable<Movable['review']>;
  chosen: string | undefined;
  error: string | undefined;
  onChoose: (review: string) => void;
}

/** The author's reviews in the other chart, or a new one. That of the same day is chosen at once. */
export function ChooseReview({ admission, review, chosen, error, onChoose }: ReviewProps) {
  const t = useTranslation();
  const query = useQuery(reviewsQuery(admission._id, admission.team));
  const own = query.data?.filter(({ userId }) => userId === review.author);
  const suggested = own && (own.find(({ reviewDate }) => reviewDate === review.day)?._id ?? NEW_REVIEW);
  useEffect(() => {
    if (suggested !== undefined && chosen === undefined) onChoose(suggested);
  }, [suggested, chosen, onChoose]);
  if (query.error && !query.data) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (!own) return <SkeletonRows rows={2} />;
  return (
    <Choice
      legend={t('moves.review')}
      name="review"
      error={error}
      chosen={chosen}
      options={[
        ...own.map(({ _id, reviewDate, drugErrs }) => ({
          id: _id,
          text: (
            <ClinicalText>
              {t('moves.reviewOf', { date: formatDate(reviewDate), entries: drugErrs.length })}
            </ClinicalText>
          ),
        })),
        {
          id: NEW_REVIEW,
          text: <ClinicalText>{t('moves.newReview', { date: formatDate(review.day) })}</ClinicalText>,
        },
      ]}
      onChoose={onChoose}
    />
  );
}
