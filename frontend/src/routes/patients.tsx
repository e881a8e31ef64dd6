/** `/patientlist/{teamId}`: search the team's patients, or see who is in hospital now. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { AddPatient, AddPatientButton } from '../features/patients/add-patient.tsx';
import { patientsText as text } from '../features/patients/messages.ts';
import { InpatientResults, SearchResults } from '../features/patients/patient-results.tsx';
import { SearchForm } from '../features/patients/search-form.tsx';
import { useSearch } from '../features/patients/use-search.ts';
import { can } from '../lib/can.ts';
import { useWatch } from '../lib/live.ts';
import type { PatientSearch } from '../lib/query-keys.ts';
import { teamQuery } from '../lib/reads.ts';
import { useSessionUser } from '../lib/session.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Read } from '../ui/read.tsx';

export { signedInOnly as loader } from '../app/guards.ts';

export function Component() {
  const { teamId = '' } = useParams();
  const user = useSessionUser();
  const team = useQuery(teamQuery(teamId));
  useWatch({ team: teamId });
  const [adding, setAdding] = useState<PatientSearch>();
  const { typed, shown, settled, type, showInpatientsOnly, clear } = useSearch();

  return (
    <Read query={team}>
      {(found) => (
        <>
          <PageHeader
            title={text.title}
            windowTitle={`${text.title} – ${found.name}`}
            crumbs={[{ label: found.name, to: paths.team.href(teamId), name: true }, { label: text.title }]}
          />
          <Panel>
            <SearchForm
              typed={typed}
              inpatientsOnly={shown.inpatientsOnly}
              onType={type}
              onInpatientsOnly={showInpatientsOnly}
              onClear={clear}
            />
          </Panel>
          {adding ? (
            <AddPatient key={teamId} team={teamId} searched={adding} onClose={() => setAdding(undefined)} />
          ) : null}
          <Box marginBlockStart="4">
            {shown.inpatientsOnly ? (
              <InpatientResults team={teamId} />
            ) : (
              <SearchResults
                team={teamId}
                search={shown.search}
                whenNobody={
                  !adding && settled && user && can.edit(user, found) ? (
                    <AddPatientButton onPress={() => setAdding(shown.search)} />
                  ) : undefined
                }
              />
            )}
          </Box>
        </>
      )}
    </Read>
  );
}
