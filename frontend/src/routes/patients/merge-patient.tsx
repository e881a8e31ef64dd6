/** `/patient/{id}/merge`: finds the other patient; with `?with=` it compares both and merges them. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import type { Admission, Patient, Team } from 'language/contract/entities';
import { useParams, useSearchParams } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { PageHeader } from '../../components/page.tsx';
import { ErrorAlert, NotFound, SkeletonRows } from '../../components/screen-states.tsx';
import { ComparePatients } from '../../features/patients/compare-patients.tsx';
import { FindOtherPatient } from '../../features/patients/find-other-patient.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { patientFullName, patientInitials } from '../../platform/text/names.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { admissionsQuery, patientQuery, teamQuery } from '../../sync/reads/shared-reads.ts';

export function Component() {
  const { id = '' } = useParams();
  const other = useSearchParams()[0].get('with') ?? '';
  const user = useSessionUser();
  const patient = useQuery(patientQuery(id));
  const teamId = patient.data?.team;
  const team = useQuery({ ...teamQuery(teamId ?? ''), enabled: teamId !== undefined });
  useWatch(teamId === undefined ? undefined : { team: teamId });
  if (patient.error?.status === 404 && !patient.data) return <NotFound />;
  if (patient.data && team.data && user && !policy.edit(user, team.data)) return <NotFound />;
  return (
    <>
      <Header patient={patient.data} team={team.data} />
      <ErrorAlert error={patient.error ?? team.error} onRetry={() => void patient.refetch()} />
      {patient.data && team.data ? (
        other === '' ? (
          <FindOtherPatient patient={patient.data} />
        ) : (
          <Comparison key={other} patient={patient.data} otherId={other} />
        )
      ) : (
        <SkeletonRows rows={4} height="52px" />
      )}
    </>
  );
}

function Header({ patient, team }: { patient: Patient | undefined; team: Team | undefined }) {
  const t = useTranslation();
  return (
    <PageHeader
      title={t('patientMerge.title')}
      windowTitle={
        patient ? t('patientMerge.windowTitle', { initials: patientInitials(patient) }) : t('patientMerge.title')
      }
      crumbs={[
        ...(team
          ? [
              { label: team.name, to: paths.team.href(team._id), name: true },
              { label: t('patients.title'), to: paths.patients.href(team._id) },
            ]
          : []),
        ...(patient ? [{ label: patientFullName(patient), to: paths.patient.href(patient._id), name: true }] : []),
        { label: t('patientMerge.title') },
      ]}
    />
  );
}

function Comparison({ patient, otherId }: { patient: Patient; otherId: string }) {
  const t = useTranslation();
  const other = useQuery(patientQuery(otherId));
  const [own, others] = [useQuery(admissionsQuery(patient._id)), useQuery(admissionsQuery(otherId))];
  if (other.error?.status === 404 && !other.data) return <NotFound />;
  const error = other.error ?? own.error ?? others.error;
  if (error)
    return <ErrorAlert error={error} onRetry={() => [other, own, others].forEach((query) => void query.refetch())} />;
  if (!other.data || !own.data || !others.data) return <SkeletonRows rows={6} height="52px" />;
  if (other.data._id === patient._id) return <Box>{t('patientMerge.isOne')}</Box>;
  if (other.data.team !== patient.team) return <Box>{t('patientMerge.twoTeams')}</Box>;
  return <ComparePatients pair={[side(patient, own.data), side(other.data, others.data)]} />;
}

const side = (patient: Patient, admissions: readonly Admission[]) => ({ patient, admissions });
