/** The allergies of a patient. Each call answers with the patient's own list. */
import type * as z from 'zod';
import * as patientCalls from 'language/contract/calls/patients';
import { CorrectAllergy, RecordAllergy, RemoveAllergy } from 'language/contract/bodies/patients';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { Answer, PatientAllergies } from 'language/contract/entities';
import { allergyListOf, allergyRecordOf, renderAllergy } from 'language/contract/render/allergies';
import {
  allergyOf,
  confirmAllergies,
  correctAllergy,
  recordAllergy,
  removeAllergy,
} from 'language/domain/patient/decide-allergies';
import { writtenAllergyFields } from 'language/domain/patient/fields';
import type { Patient } from 'language/domain/patient/state';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { named } from 'language/domain/values/record-fields';
import { derivedId } from '../../commands/derived-id.ts';
import { found } from '../admission/entry-labels.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import type { Dependencies } from '../dependencies.ts';
import { commandOnPatient, type OnPatient, registered } from './patients.ts';

async function listOf(dependencies: Dependencies, patientId: string, state: Patient): Promise<PatientAllergies> {
  const record = await allergyRecordOf(dependencies, patientId, registered(state));
  return { _id: patientId, ...allergyListOf(patientId, [record]) };
}

async function onAllergies<Payload extends object>(
  request: CommandRequest<unknown>,
  intent: OnPatient<Payload>,
): Promise<Answer<PatientAllergies>> {
  const { dependencies } = request;
  const patientId = request.param('id');
  const outcome = await withConflictAnswer(
    dependencies,
    () => commandOnPatient(request, patientId, intent),
    async (state: Patient, { kind, id }) =>
      kind === 'allergy'
        ? renderAllergy(allergyOf(registered(state).allergies, id))
        : listOf(dependencies, patientId, state),
  );
  return { ...(await listOf(dependencies, patientId, outcome.state)), ...written(outcome) };
}

/** The current labels of the agent that is given. @throws Rejection `invalid` for an unknown drug or class */
async function labelsOf(
  dependencies: Dependencies,
  { drug, tag }: { drug?: string | undefined; tag?: string | undefined },
) {
  const { folds } = dependencies;
  const [drugLabel, tagLabel] = await Promise.all([
    drug && found(folds.drug, drug, (state) => (state.status === 'none' ? undefined : state.label)),
    tag && found(folds.catalogue, '', ({ tags }) => tags.find(({ tagId }) => tagId === tag)?.label),
  ]);
  if (drug && drugLabel === undefined) throw invalidField('drug', refusal('unknown-drug'));
  if (tag && tagLabel === undefined) throw invalidField('tag', refusal('unknown-class'));
  return { drugLabel, tagLabel };
}

export async function recordAllergyOf(
  request: CommandRequest<z.output<typeof RecordAllergy>>,
): Promise<Answer<PatientAllergies>> {
  const { dependencies, commandId, body } = request;
  const { drugLabel = '', tagLabel = '' } = await labelsOf(dependencies, body);
  const allergy = { allergyId: derivedId(commandId, 'allergy'), ...body, drugLabel, tagLabel };
  return onAllergies(request, { name: 'RecordAllergy', payload: { allergy }, decide: recordAllergy });
}

export const allergyRoutes = [
  command(patientCalls.recordAllergy, { makes: true, body: RecordAllergy, answer: recordAllergyOf }),
  command(patientCalls.confirmAllergies, {
    body: EmptyBody,
    answer: (request) =>
      onAllergies(request, {
        name: 'ConfirmAllergies',
        payload: { patientId: request.param('id') },
        decide: confirmAllergies,
      }),
  }),
  command(patientCalls.correctAllergy, {
    body: CorrectAllergy,
    async answer(request) {
      const { dependencies, body } = request;
      const allergyId = request.param('allergyId');
      const changes = { ...named(writtenAllergyFields, body), ...(await labelsOf(dependencies, body)) };
      return onAllergies(request, {
        name: 'CorrectAllergy',
        target: allergyId,
        payload: { allergyId, changes },
        decide: correctAllergy,
      });
    },
  }),
  command(patientCalls.removeAllergy, {
    body: RemoveAllergy,
    answer(request) {
      const allergyId = request.param('allergyId');
      return onAllergies(request, {
        name: 'RemoveAllergy',
        target: allergyId,
        payload: { allergyId, reason: request.body.reason },
        decide: removeAllergy,
      });
    },
  }),
];
