/** `/patientlist/{teamId}`: searches the team's patients, or lists the inpatients. */
import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { AddPatient, AddPatientButton } from '../../features/patients/add-patient.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { InpatientResults, SearchResults } from '../../features/patients/patient-results.tsx';
import { SearchForm } from '../../features/patients/search-form.tsx';
import { isSearchable, newPatientFrom, useSearch } from '../../features/patients/patient-search.ts';
import { policy } from '../../clinical/policy.ts';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import type { PatientSearch } from '../../sync/cache/query-keys.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { Panel } from '../../components/page.tsx';

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  const user = useSessionUser();
  const [adding, setAdding] = useState<PatientSearch>();
  const { typed, shown, isSettled, type, showInpatientsOnly, clear } = useSearch();

  return (
    <TeamScreen id={teamId} title={t('patients.title')}>
      {(found) => {
        const mayAdd = user !== undefined && policy.edit(user, found);
        const add = mayAdd ? <AddPatientButton isQuiet onPress={() => setAdding(newPatientFrom(typed))} /> : null;
        return adding ? (
          <AddPatient
            key={teamId}
            team={teamId}
            searched={adding}
            onBack={(typedThere) => {
              type(typedThere);
              setAdding(undefined);
            }}
          />
        ) : (
          <>
            <Panel>
              <SearchForm
                typed={typed}
                inpatientsOnly={shown.inpatientsOnly}
                onType={type}
                onInpatientsOnly={showInpatientsOnly}
                onClear={clear}
              />
            </Panel>
            <Box marginBlockStart="4">
              {shown.inpatientsOnly ? (
                <InpatientResults team={teamId} add={add} />
              ) : isSearchable(shown.search) ? (
                <SearchResults
                  team={teamId}
                  search={shown.search}
                  add={add}
                  whenEmpty={
                    isSettled && mayAdd ? (
                      <AddPatientButton onPress={() => setAdding(newPatientFrom(shown.search))} />
                    ) : undefined
                  }
                />
              ) : null}
            </Box>
          </>
        );
      }}
    </TeamScreen>
  );
}
