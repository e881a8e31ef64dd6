/** `/admissions/{id}`: the admission with its chart. */
import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { useSessionUser } from '../../platform/session/session.ts';
import { ErrorAlert, NotFound, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { AdmissionHeader } from '../../features/admission/admission-header.tsx';
import { admissionQuery } from '../../features/admission/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { StaySummary } from '../../features/admission/stay-summary.tsx';
import { arrivalMarks, useUnseenChanges } from '../../features/admission/unseen-changes.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { reviewsQuery } from '../../sync/reads/admission-lists.ts';
import { measurementsQuery } from '../../sync/reads/measurements.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { policy } from '../../clinical/policy.ts';
import { isAccessLost } from '../../platform/http/api.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { AccessLossBoundary, useAccessLoss } from '../../editing/access-loss.tsx';
import { PatientBanner } from '../../clinical/patient-banner.tsx';
import { figuresOf } from '../../clinical/review-figures.ts';
import { HistoryPanel } from '../../features/change-history/history-panel.tsx';
import { PatientAllergies } from '../../features/allergies/patient-allergies.tsx';
import { useAdmissionLocation } from '../../features/admission/admission-location.ts';
import { AdmissionChart } from './chart.tsx';
import { useProposals } from './use-proposals.ts';
import { useStep } from '../../features/ward/walk.ts';
import { RoomForCounter } from '../../features/findings/room-for-proposals.tsx';

const AdmissionTransfer = lazyComponent(() => import('../../features/transfers/admission-transfer.tsx'));
const WalkStrip = lazyComponent(() => import('../../features/ward/walk-strip.tsx'));
const PatientValues = lazyComponent(async () => ({
  default: (await import('../../clinical/patient-values.tsx')).PatientValues,
}));
const ClosedAdmission = lazyComponent(async () => ({
  default: (await import('./unsaved-text.tsx')).ClosedAdmission,
}));

/** The beginnings of the keys of the chart's drafts: those of its tabs, and of its dialogs. */
const draftsOf = (id: string): readonly string[] => [
  admissionDrafts(id),
  `stay/${id}`,
  `transfer/${id}`,
  `chat/${id}`,
  `home/${id}`,
  `reconcile/${id}`,
];

export function Component() {
  const { id = '' } = useParams();
  const user = useSessionUser()?._id ?? '';
  const within = useMemo(() => draftsOf(id), [id]);
  return (
    <AccessLossBoundary key={id} lost={<ClosedAdmission id={id} user={user} within={within} />}>
      {(onAccessLost) => <AdmissionScreen id={id} within={within} onAccessLost={onAccessLost} />}
    </AccessLossBoundary>
  );
}

interface ScreenProps {
  id: string;
  within: readonly string[];
  onAccessLost: () => void;
}

/** The admission with its patient, its summary and its chart. */
function AdmissionScreen({ id, within, onAccessLost }: ScreenProps) {
  const t = useTranslation();
  const user = useSessionUser();
  const admission = useQuery(admissionQuery(id));
  const details = admission.data;
  const team = useQuery({ ...teamQuery(details?.team ?? ''), enabled: details !== undefined });
  const reviews = useQuery({ ...reviewsQuery(id, details?.team ?? ''), enabled: details !== undefined });
  const measurements = useQuery({ ...measurementsQuery(id, details?.team ?? ''), enabled: details !== undefined });
  const pending = useMemo(
    () => reviews.data && figuresOf(reviews.data.flatMap(({ drugErrs }) => drugErrs)),
    [reviews.data],
  );
  // The team's room has the changes of the patient and of the person's rights.
  useWatch({ admission: id }, details && { team: details.team });
  const unseen = useUnseenChanges(id);
  const step = useStep(user?._id, id);
  const { goTo } = useAdmissionLocation();
  const { parts: Proposals, isWanted } = useProposals(id, details?.team);
  const [isOfAllergies, setIsOfAllergies] = useState(false);
  const hasLostAccess = useAccessLoss(admission, within, onAccessLost);
  if (hasLostAccess) return null;
  if (admission.error?.status === 404 && !details) return <NotFound />;
  const canEdit = user !== undefined && team.data !== undefined && policy.edit(user, team.data);
  const patient = details?.patientDetails;
  const canChangeAllergies = user && team.data && patient && policy.changeAllergies(user, team.data, patient);
  return (
    <>
      <AdmissionHeader id={id} admission={details} />
      <PatientBanner
        patient={patient}
        admission={details}
        pending={pending}
        onAllergies={() => setIsOfAllergies(true)}
        canChangeAllergies={canChangeAllergies === true}
        proposals={
          details && isWanted && !Proposals ? (
            <RoomForCounter />
          ) : details && Proposals ? (
            <AsyncBoundary>
              <Proposals.ProposalsCounter admission={details} goTo={goTo} />
            </AsyncBoundary>
          ) : null
        }
        values={
          details ? (
            <AsyncBoundary>
              <PatientValues
                measurements={measurements.data?.measurements}
                admission={details}
                person={details.patientDetails}
                rules={team.data}
              />
            </AsyncBoundary>
          ) : null
        }
      >
        {step && (
          <AsyncBoundary skeleton={<Box height="7" />}>
            <WalkStrip {...step} />
          </AsyncBoundary>
        )}
        {details?.transfer ? (
          <AsyncBoundary>
            <AdmissionTransfer admission={details} patient={details.patientDetails} canEdit={canEdit} as="banner" />
          </AsyncBoundary>
        ) : null}
      </PatientBanner>
      <PatientAllergies
        patient={patient}
        canChange={canChangeAllergies === true}
        isOpen={isOfAllergies}
        onClose={() => setIsOfAllergies(false)}
      />
      <QueryBoundary query={admission} skeleton={<SkeletonRows rows={3} height="72px" />}>
        {(found) => (
          <>
            <StaySummary admission={found} arrival={arrivalMarks(unseen.items ?? []).get('stay')}>
              <HistoryPanel
                bare
                kind="admissions"
                id={id}
                of={`admission:${id}`}
                name={t('admission.summary')}
                team={team.data}
                canWiden
              />
              <AsyncBoundary
                skeleton={
                  canEdit &&
                  found.dischargeDate === null &&
                  found.transfer === undefined && (
                    // The icons beside it do not move when it comes.
                    <IconButton asChild size="xs" variant="ghost" visibility="hidden">
                      <span aria-hidden />
                    </IconButton>
                  )
                }
              >
                <AdmissionTransfer admission={found} patient={found.patientDetails} canEdit={canEdit} as="icon" />
              </AsyncBoundary>
            </StaySummary>
            {/* An earlier stay of a patient who came by a transfer is of a team that the person is not in. */}
            <ErrorAlert error={isAccessLost(team.error) ? null : team.error} onRetry={() => void team.refetch()} />
            {user && unseen.isKnown ? (
              <AdmissionChart admission={found} team={team.data} user={user} unseen={unseen} />
            ) : (
              <SkeletonRows rows={4} />
            )}
          </>
        )}
      </QueryBoundary>
    </>
  );
}
