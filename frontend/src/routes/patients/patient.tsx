/** `/patient/{id}`: the patient and all admissions. */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import type { Admission } from 'language/contract/entities';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { PatientAllergies } from '../../features/allergies/patient-allergies.tsx';
import { allergyDrafts } from '../../features/allergies/api.ts';
import { PatientHeader, PatientPanel } from '../../features/patients/patient-details.tsx';
import { AdmissionList } from '../../features/admission/admission-list.tsx';
import { NewAdmission } from '../../features/admission/new-admission.tsx';
import { policy } from '../../clinical/policy.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { admissionsQuery, patientQuery, teamQuery } from '../../sync/reads/shared-reads.ts';
import { isAccessLost } from '../../platform/http/api.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { ErrorAlert, NotFound, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { touch } from '../../components/theme/system.ts';
import { AccessLossBoundary, useAccessLoss } from '../../editing/access-loss.tsx';
import { PatientBanner } from '../../clinical/patient-banner.tsx';
import { HistoryPanel } from '../../features/change-history/history-panel.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';

const AdmissionTransfer = lazyComponent(() => import('../../features/transfers/admission-transfer.tsx'));

const AccessLost = lazyComponent(async () => ({
  default: (await import('../../editing/unsaved-text.tsx')).AccessLost,
}));

const PatientErasure = lazyComponent(() => import('../../features/erasure/patient-erasure.tsx'));
const MergedPatients = lazyComponent(() => import('../../features/patients/merged-patients.tsx'));

const linkInNote = { textDecoration: 'underline', [touch]: { paddingBlock: '2.5' } };

const draftsOf = (id: string): readonly string[] => [
  `patient/${id}`,
  `stay/new/${id}`,
  `erasure/${id}`,
  allergyDrafts(id),
];

export function Component() {
  const { id = '' } = useParams();
  const user = useSessionUser()?._id ?? '';
  const within = useMemo(() => draftsOf(id), [id]);
  return (
    <AccessLossBoundary key={id} lost={<AccessLost user={user} within={within} refused={patientQuery(id).queryKey} />}>
      {(onAccessLost) => <PatientScreen id={id} within={within} onAccessLost={onAccessLost} />}
    </AccessLossBoundary>
  );
}

interface ScreenProps {
  id: string;
  within: readonly string[];
  onAccessLost: () => void;
}

function PatientScreen({ id, within, onAccessLost }: ScreenProps) {
  const t = useTranslation();
  const user = useSessionUser();
  const patient = useQuery(patientQuery(id));
  const admissions = useQuery(admissionsQuery(id));
  const teamId = patient.data?.team;
  const team = useQuery({ ...teamQuery(teamId ?? ''), enabled: teamId !== undefined });
  // The person's team has transferred the patient: they see the stays that are their team's.
  const isElsewhere = isAccessLost(team.error);
  const stayTeamId = isElsewhere ? admissions.data?.[0]?.team : teamId;
  const stayTeam = useQuery({ ...teamQuery(stayTeamId ?? ''), enabled: stayTeamId !== undefined });
  useWatch(stayTeamId === undefined ? undefined : { team: stayTeamId });
  const hasLostAccess = useAccessLoss(patient, within, onAccessLost);
  const [isOfAllergies, setIsOfAllergies] = useState(false);
  const isLedHere = useWayToSurvivor(id, patient.data?._id);
  if (hasLostAccess) return null;
  if (patient.error?.status === 404 && !patient.data) return <NotFound />;
  const canEdit = user !== undefined && team.data !== undefined && policy.edit(user, team.data);
  const canChangeAllergies =
    user !== undefined &&
    team.data !== undefined &&
    patient.data !== undefined &&
    policy.changeAllergies(user, team.data, patient.data);
  const canEditStays = user !== undefined && stayTeam.data !== undefined && policy.edit(user, stayTeam.data);
  const canEditStay = (stay: Admission) => canEditStays && stay.team === stayTeamId;
  const openStay = admissions.data?.find((admission) => admission.dischargeDate === null);

  return (
    <>
      <PatientHeader patient={patient.data} team={stayTeam.data} isTransferred={isElsewhere} />
      <PatientBanner
        patient={patient.data}
        admission={openStay}
        onAllergies={() => setIsOfAllergies(true)}
        canChangeAllergies={canChangeAllergies}
      >
        {openStay?.transfer ? (
          <AsyncBoundary>
            <AdmissionTransfer admission={openStay} patient={patient.data} canEdit={canEditStays} as="banner" />
          </AsyncBoundary>
        ) : null}
      </PatientBanner>
      <PatientAllergies
        patient={patient.data}
        canChange={canChangeAllergies}
        isOpen={isOfAllergies}
        onClose={() => setIsOfAllergies(false)}
      />
      <Stack gap="4">
        {isElsewhere ? (
          <Box role="note" bg="amber.subtle" color="amber.fg" borderRadius="l2" paddingInline="3" paddingBlock="2">
            {t('transfer.patientElsewhere')}{' '}
            {stayTeamId === undefined ? null : (
              <Box asChild css={linkInNote} data-print="hide">
                <Link to={paths.transfers.href(stayTeamId)}>{t('transfer.transferred')}</Link>
              </Box>
            )}
          </Box>
        ) : (
          <ErrorAlert error={team.error} onRetry={() => void team.refetch()} />
        )}
        {isLedHere && (
          <Box role="status" bg="bg.subtle" borderRadius="l2" paddingInline="3" paddingBlock="2" fontSize="sm">
            {t('patientMerge.ledHere')}
          </Box>
        )}
        {patient.data?.merged !== undefined && (
          <AsyncBoundary>
            <MergedPatients patient={patient.data} canEdit={canEdit} />
          </AsyncBoundary>
        )}
        <Box as="section" aria-labelledby="admissions-title">
          <Box as="h2" id="admissions-title" fontSize="md" fontWeight="semibold" marginBlockEnd="2">
            {t('patientAdmissions.title')}
          </Box>
          <QueryBoundary query={admissions} skeleton={<SkeletonRows rows={3} height="52px" />}>
            {(found) => (
              <AdmissionList
                admissions={found}
                patient={patient.data}
                canEdit={canEditStay}
                renderTransfer={(stay) => (
                  <AsyncBoundary>
                    <AdmissionTransfer
                      admission={stay}
                      patient={patient.data}
                      canEdit={canEditStay(stay)}
                      as="button"
                    />
                  </AsyncBoundary>
                )}
              />
            )}
          </QueryBoundary>
        </Box>
        {canEdit && patient.data && <NewAdmission patient={patient.data} hasOpenAdmission={openStay !== undefined} />}
        <PatientPanel
          query={patient}
          canEdit={canEdit}
          canDelete={admissions.data?.length === 0 && patient.data?.merged === undefined}
        >
          <Box marginBlockStart="3" minHeight="8">
            <HistoryPanel kind="patients" id={id} name={t('patients.patient')} team={team.data} />
          </Box>
        </PatientPanel>
        {patient.data && team.data && (
          <AsyncBoundary>
            <PatientErasure patient={patient.data} team={team.data} />
          </AsyncBoundary>
        )}
      </Stack>
    </>
  );
}

/**
 * Replaces the address of a merged patient by that of the patient who stays, also at the moment of the merge.
 * @returns true if this page was reached in this way
 */
function useWayToSurvivor(id: string, found: string | undefined): boolean {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  useEffect(() => {
    if (found !== undefined && found !== id)
      void navigate(paths.patient.href(found), { replace: true, state: { ledFrom: id } });
  }, [found, id, navigate]);
  return typeof state === 'object' && state !== null && 'ledFrom' in state;
}
