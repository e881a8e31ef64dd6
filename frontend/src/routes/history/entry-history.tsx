/** `/history/entries/{id}`: all changes of one medication error. */
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { entryHistoryQuery } from '../../features/change-history/api.ts';
import { EntryHistory } from '../../features/change-history/entry-history.tsx';
import { useWatch } from '../../sync/live/live-connection.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { patientQuery, teamQuery } from '../../sync/reads/shared-reads.ts';
import { PageHeader } from '../../components/page.tsx';
import { PatientBanner } from '../../clinical/patient-banner.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const history = useQuery(entryHistoryQuery(id, params.get('review') ?? undefined));
  const { admission, patient: patientId, review } = history.data ?? {};
  const patient = useQuery({ ...patientQuery(patientId ?? ''), enabled: patientId !== undefined });
  const team = useQuery({ ...teamQuery(patient.data?.team ?? ''), enabled: patient.data !== undefined });
  useWatch(admission === undefined ? undefined : { admission }, patient.data && { team: patient.data.team });
  return (
    <>
      <PageHeader
        title={t('entryHistory.title')}
        crumbs={[
          ...(team.data
            ? [
                { label: team.data.name, to: paths.team.href(team.data._id), name: true },
                { label: t('admission.patients'), to: paths.patients.href(team.data._id) },
              ]
            : []),
          ...(patient.data
            ? [{ label: patientFullName(patient.data), to: paths.patient.href(patient.data._id), name: true }]
            : []),
          ...(admission === undefined
            ? []
            : [
                {
                  label: t('admission.title'),
                  to: paths.admission.href(admission, review === undefined || review === '' ? {} : { review }),
                },
              ]),
          { label: t('entryHistory.title') },
        ]}
      />
      {history.data ? <PatientBanner patient={patient.data} /> : null}
      <QueryBoundary query={history} skeleton={<SkeletonRows rows={5} label={t('entryHistory.loading')} />}>
        {(found) => <EntryHistory history={found} />}
      </QueryBoundary>
    </>
  );
}
