/** Describes the changes of patients, teams and drugs. */
import type { HistoryThing } from 'language/contract/history';
import type { Drug } from 'language/domain/drug/state';
import { knownEvent } from 'language/domain/event-schema';
import { patientEvents, type PatientEvent } from 'language/domain/patient/events';
import type { Patient } from 'language/domain/patient/state';
import { teamEvents } from 'language/domain/team/events';
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
    const of: HistoryThing = event && 'userId' in event.data ? `member:${event.data.userId}` : `team:${id}`;
    return { of };
  },
  hasChanged: () => false,
  async show(people, id, team, thing) {
    if (team.status !== 'created') return undefined;
    if (kindOf(thing) === 'team') return withoutMembers(await renderTeam(people, id, team));
    const member = team.members.find(({ userId }) => userId === idOf(thing));
    return member && renderMember(people, member);
  },
};

/** Members have changes of their own. */
const withoutMembers = ({ members: _members, ...team }: Awaited<ReturnType<typeof renderTeam>>): object => team;

export const drugDescriber: ChangeDescriber<Drug> = {
  about: (id) => ({ of: `drug:${id}` }),
  hasChanged: () => false,
  show: async (_people, id, drug) => (drug.status === 'none' ? undefined : renderDrug(id, drug)),
};
