/** The patient with all admissions, and the data to correct. */
import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../../platform/paths.ts';
import { patientsText } from '../../features/patients/messages.ts';
import { EditPatient } from '../../features/patients/edit-patient.tsx';
import { PatientDetails } from '../../features/patients/patient-fields.tsx';
import { AdmissionList } from '../../features/admission/admission-list.tsx';
import { admissionsText } from '../../features/admission/messages.ts';
import { NewAdmission } from '../../features/admission/new-admission.tsx';
import { policy } from '../../clinical/policy.ts';
import { isAccessLost } from '../../platform/http/api.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { patientFullName, patientInitials } from '../../platform/text/names.ts';
import { admissionsQuery, patientQuery, teamQuery } from '../../sync/reads/shared-reads.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { ErrorAlert, NotFound, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { PatientBanner } from '../../clinical/patient-banner.tsx';
import HistoryPanel from '../history/history-panel.tsx';

export function PatientScreen({ id, onAccessLost }: { id: string; onAccessLost: () => void }) {
  const user = useSessionUser();
  const patient = useQuery(patientQuery(id));
  const admissions = useQuery(admissionsQuery(id));
  const teamId = patient.data?.team;
  const team = useQuery({ ...teamQuery(teamId ?? ''), enabled: teamId !== undefined });
  useWatch(teamId === undefined ? undefined : { team: teamId });
  // The closing form first keeps its text as a draft.
  const hasLostAccess = patient.data !== undefined && isAccessLost(patient.error);
  useEffect(() => {
    if (hasLostAccess) onAccessLost();
  }, [hasLostAccess, onAccessLost]);
  if (patient.error?.status === 404 && !patient.data) return <NotFound />;
  if (hasLostAccess) return null;
  const mayEdit = user !== undefined && team.data !== undefined && policy.edit(user, team.data);
  const openStay = admissions.data?.find((admission) => admission.dischargeDate === null);

  return (
    <>
      <PageHeader
        title={patientsText.patient}
        windowTitle={
          patient.data
            ? `${patientsText.patient} ${patientInitials(patient.data)}${team.data ? ` – ${team.data.name}` : ''}`
            : patientsText.patient
        }
        crumbs={[
          ...(team.data
            ? [
                { label: team.data.name, to: paths.team.href(team.data._id), name: true },
                { label: patientsText.title, to: paths.patients.href(team.data._id) },
              ]
            : []),
          { label: patient.data ? patientFullName(patient.data) : patientsText.patient, name: true },
        ]}
      />
      <PatientBanner patient={patient.data} admission={openStay} />
      <Stack gap="4">
        <ErrorAlert error={team.error} onRetry={() => void team.refetch()} />
        <Box as="section" aria-labelledby="admissions-title">
          <Box as="h2" id="admissions-title" fontSize="md" fontWeight="semibold" marginBlockEnd="2">
            {admissionsText.title}
          </Box>
          <QueryBoundary query={admissions} waiting={<SkeletonRows rows={3} height="52px" />}>
            {(found) => <AdmissionList admissions={found} canEdit={mayEdit} />}
          </QueryBoundary>
        </Box>
        {mayEdit && patient.data && <NewAdmission patient={patient.data} hasOpenAdmission={openStay !== undefined} />}
        <Panel as="section" aria-labelledby="details-title">
          <Box as="h2" id="details-title" fontSize="md" fontWeight="semibold" marginBlockEnd="3">
            {patientsText.detailsLabel}
          </Box>
          <QueryBoundary query={patient} waiting={<SkeletonRows rows={2} />}>
            {(found) =>
              mayEdit ? (
                <EditPatient patient={found} canDelete={admissions.data?.length === 0} />
              ) : (
                <PatientDetails patient={found} />
              )
            }
          </QueryBoundary>
          <Box marginBlockStart="3" minHeight="8">
            <HistoryPanel kind="patients" id={id} name={patientsText.patient} team={team.data} />
          </Box>
        </Panel>
      </Stack>
    </>
  );
}
