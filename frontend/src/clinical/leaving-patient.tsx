/**
 * The patient who is about to leave the team, and what is still open in the chart: for the dialogs
 * of discharge and transfer.
 */
import { Box } from '@chakra-ui/react/box';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { Admission, PatientIdentity, Review } from 'language/contract/entities';
import { isNoError } from 'language/domain/values/codes';
import { Link } from 'react-router-dom';
import { placeText } from './care-details.ts';
import { PatientLine } from './patient-line.tsx';
import { shownLines, unexplainedIn } from './reconciled-lines.ts';
import { figuresOf } from './review-figures.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { usePendingCommands } from '../outbox/outbox.ts';
import { translate } from '../platform/language/language.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { admissionDrafts } from '../platform/storage/draft-storage.ts';
import { paths } from '../platform/paths.ts';
import { formatDate, today } from '../platform/time/dates.ts';
import { medicationsQuery, reviewsQuery } from '../sync/reads/admission-lists.ts';
import { reconciliationQuery } from '../sync/reads/reconciliation.ts';

/** The patient of the admission, in the head of a dialog, which covers the banner of the page. */
export function DialogPatient({
  patient,
  admission,
}: {
  /** Undefined while it loads. */
  patient: PatientIdentity | undefined;
  admission: Pick<Admission, 'room' | 'bed'>;
}) {
  const place = placeText(admission);
  return (
    <Box flex="1 0 100%" display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" minWidth="0">
      {patient ? <PatientLine patient={patient} /> : <Skeleton height="5" width="14rem" />}
      {place === '' ? null : (
        <Box as="span" fontSize="sm">
          <ClinicalText>{place}</ClinicalText>
        </Box>
      )}
    </Box>
  );
}

/** A sentence for each thing that the reviews leave open. */
export function openIn(reviews: readonly Pick<Review, 'drugErrs'>[]): string[] {
  const entries = reviews.flatMap(({ drugErrs }) => drugErrs);
  const { pending: count, worstPending: severity } = figuresOf(entries);
  const dates = entries
    .filter(({ errType, errRes }) => errRes === null && !isNoError(errType))
    .flatMap(({ followUpDate }) => followUpDate ?? []);
  const first = dates.sort((a, b) => a.localeCompare(b))[0];
  return [
    ...(count === 0
      ? []
      : [
          severity === null
            ? translate('leaving.pending', { count })
            : translate('leaving.pendingWorst', { count, severity }),
        ]),
    ...(first === undefined ? [] : [translate('leaving.followUps', { count: dates.length, date: formatDate(first) })]),
  ];
}

/** Warns of what is open in the chart. It refuses nothing. */
export function LeavingWarnings({ admission, isDischarge }: { admission: Admission; isDischarge: boolean }) {
  const t = useTranslation();
  const reviews = useQuery(reviewsQuery(admission._id, admission.team));
  const unsent = usePendingCommands(({ of }) => of.startsWith(admissionDrafts(admission._id))).length;
  const medications = useQuery({ ...medicationsQuery(admission._id, admission.team), enabled: isDischarge });
  const reconciliation = useQuery({ ...reconciliationQuery(admission._id, admission.team), enabled: isDischarge });
  const unexplained =
    isDischarge && medications.data && reconciliation.data
      ? unexplainedIn(shownLines('discharge', reconciliation.data, medications.data, admission, today())).length
      : 0;
  const { transfer } = admission;
  const warnings = [
    ...(reviews.data ? openIn(reviews.data) : reviews.isError ? [t('leaving.unknown')] : []),
    ...(unsent === 0 ? [] : [t('leaving.unsent', { count: unsent })]),
    ...(isDischarge && transfer ? [t('leaving.offerEnds', { team: transfer.toTeamName })] : []),
  ];
  return (
    <Box role="status">
      {reviews.isPending ? <Skeleton height="6" /> : null}
      {warnings.length === 0 && unexplained === 0 ? null : (
        <Box bg="amber.subtle" color="amber.fg" borderRadius="l2" paddingInline="3" paddingBlock="2" fontSize="sm">
          <strong>{t(isDischarge ? 'leaving.beforeDischarge' : 'leaving.beforeTransfer')}</strong>
          <Box as="ul" paddingInlineStart="5" listStyleType="disc">
            {warnings.map((warning) => (
              <li key={warning}>
                <ClinicalText>{warning}</ClinicalText>
              </li>
            ))}
            {unexplained === 0 ? null : (
              <li>
                <Link
                  to={paths.admission.href(admission._id, { tab: 'medication', part: 'reconciliation' })}
                  style={{ textDecoration: 'underline' }}
                >
                  {t('leaving.unexplained', { count: unexplained })}
                </Link>
              </li>
            )}
          </Box>
        </Box>
      )}
    </Box>
  );
}
