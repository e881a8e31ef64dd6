/** The page header of an admission: the way back to its patient and team, and the actions. */
import type { AdmissionDetails } from 'language/contract/entities';
import { PageHeader } from '../../components/page.tsx';
import { paths } from '../../platform/paths.ts';
import { patientFullName, patientInitials } from '../../platform/text/names.ts';
import { AdmissionActions } from './admission-actions.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function AdmissionHeader({ id, admission }: { id: string; admission: AdmissionDetails | undefined }) {
  const t = useTranslation();
  const patient = admission?.patientDetails;
  return (
    <PageHeader
      isCompact
      title={t('admission.title')}
      windowTitle={
        admission && patient
          ? `${t('admission.title')} ${patientInitials(patient)} – ${admission.teamName}`
          : t('admission.title')
      }
      crumbs={[
        ...(admission && patient
          ? [
              { label: admission.teamName, to: paths.team.href(admission.team), name: true },
              { label: t('admission.patients'), to: paths.patients.href(admission.team) },
              { label: patientFullName(patient), to: paths.patient.href(admission.patient), name: true },
            ]
          : []),
        { label: t('admission.title') },
      ]}
      actions={<AdmissionActions admission={id} />}
    />
  );
}
