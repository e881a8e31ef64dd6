/** Describes the changes of patients, teams and drugs. */
import type { HistoryThing } from 'language/contract/history';
import type { Drug } from 'language/domain/drug/state';
import { knownEvent } from 'language/domain/event-schema';
import { patientEvents, type PatientEvent } from 'language/domain/patient/events';
import type { Patient } from 'language/domain/patient/state';
import { rowsOfTable } from 'language/domain/priority/table';
import { teamEvents, type TeamEvent } from 'language/domain/team/events';
import type { Team } from 'language/domain/team/state';
import { renderAllergy } from 'language/contract/render/allergies';
import { renderDrug } from 'language/contract/render/drugs';
import { renderPatient } from 'language/contract/render/patients';
import { renderMember, renderTeam } from 'language/contract/render/teams';
import { idOf, kindOf, type ChangeDescriber } from './describe-change.ts';

export const patientDescriber: ChangeDescriber<Patient> = {
  about(id, stored) {
    const event = stored.unreadable ? undefined : knownEvent(patientEvents, stored);
    return { of: event ? thingOf(id, event.data) : `patient:${id}` };
  },
  // Each event names its subject.
  hasChanged: () => false,
  async show(_people, id, patient, thing) {
    if (patient.status !== 'registered') return undefined;
    if (kindOf(thing) === 'patient') {
      const { reason = '' } = patient.mergedInto ?? {};
      return { ...renderPatient(id, patient), ...(reason === '' ? {} : { mergeReason: reason }) };
    }
    if (kindOf(thing) === 'allergy') {
      const allergy = patient.allergies.list.find(({ allergyId }) => allergyId === idOf(thing));
      if (allergy) return renderAllergy(allergy);
      const { removal } = patient.allergies;
      return removal?.allergyId === idOf(thing) ? { removalReason: removal.reason } : undefined;
    }
    const admission = patient.admissions.find(({ admissionId }) => admissionId === idOf(thing));
    return (
      admission && {
        _id: admission.admissionId,
        admissionDate: admission.admissionDate,
        admissionDetails: admission.admissionDetails,
      }
    );
  },
};

function thingOf(id: string, data: PatientEvent['data']): HistoryThing {
  if ('admissionId' in data) return `admission:${data.admissionId}`;
  if ('allergy' in data) return `allergy:${data.allergy.allergyId}`;
  return 'allergyId' in data ? `allergy:${data.allergyId}` : `patient:${id}`;
}

export const teamDescriber: ChangeDescriber<Team> = {
  about(id, stored) {
    const event = knownEvent(teamEvents, stored);
    return { of: event ? subjectOf(id, event) : `team:${id}` };
  },
  hasChanged: () => false,
  async show(people, id, team, thing) {
    if (team.status !== 'created') return undefined;
    switch (kindOf(thing)) {
      case 'team':
        return teamAlone(await renderTeam(people, id, team));
      case 'priorityTable':
        return rowsOfTable(team.priority.table);
      case 'view': {
        const view = team.views.find(({ viewId }) => viewId === idOf(thing));
        return view && { name: view.name, filter: view.filter };
      }
      default: {
        const member = team.members.find(({ userId }) => userId === idOf(thing));
        return member && renderMember(people, member);
      }
    }
  },
};

function subjectOf(id: string, { type, data }: TeamEvent): HistoryThing {
  if (type === 'TeamPriorityTableSet') return `priorityTable:${id}`;
  if ('viewId' in data) return `view:${data.viewId}`;
  return 'userId' in data ? `member:${data.userId}` : `team:${id}`;
}

/** Members and the table of priority have changes of their own. */
const teamAlone = ({
  members: _members,
  antibioticTags: _tags,
  ...team
}: Awaited<ReturnType<typeof renderTeam>>): object => team;

export const drugDescriber: ChangeDescriber<Drug> = {
  about: (id) => ({ of: `drug:${id}` }),
  hasChanged: () => false,
  show: async (_people, id, drug) => (drug.status === 'none' ? undefined : renderDrug(id, drug)),
};
