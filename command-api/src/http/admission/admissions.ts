/** Admissions themselves: admit, edit, discharge, delete. */
import type * as z from 'zod';
import * as admissionCalls from 'language/contract/calls/admissions';
import { AdmitPatient, EditAdmission } from 'language/contract/bodies/admissions';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { Admission, Answer } from 'language/contract/entities';
import { givenIn } from 'language/domain/admission/care-details';
import { type AdmittedPerson, deleteAdmission, editAdmission } from 'language/domain/admission/decide';
import { admitted } from 'language/domain/admission/lookup';
import type { Actor } from 'language/domain/command';
import { survivorOf } from 'language/domain/patient/merged-patients';
import { hasOtherOpenStay } from 'language/domain/patient/stays';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { admit, registerOnPatient } from '../../commands/admit-patient.ts';
import { DELETE_ADMISSION, unregisterFromPatient } from '../../commands/delete-admission.ts';
import { derivedId } from '../../commands/derived-id.ts';
import { personOf } from '../../commands/person.ts';
import { command, type CommandRequest, written } from '../command-route.ts';
import { actorOnPatient } from '../patient/patients.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireAcceptedImages } from './gallery-images.ts';
import { beforeDeletion, deleted, editableAdmission, onAdmission } from './on-admission.ts';
import { renderAdmission } from 'language/contract/render/admissions';
import { actorOf } from '../rights.ts';
import { sanitise } from '../sanitise.ts';

/** The person who is admitted: for a merged patient, the patient who stays. */
async function admittedPerson(
  dependencies: Dependencies,
  patientId: string,
  admissionId: string,
): Promise<AdmittedPerson | undefined> {
  const load = async (id: string) => (await dependencies.folds.patient.load(id)).state;
  const survivorId = await survivorOf(load, patientId);
  const patient = await load(survivorId);
  if (patient.status !== 'registered') return undefined;
  const { birthdate, teamId } = patient;
  const { stays } = await personOf(dependencies, survivorId);
  return { birthdate, teamId, hasOtherOpen: hasOtherOpenStay(stays, admissionId) };
}

/** First the patient's stream, then the admission's. `second-steps.ts` finishes it after a crash. */
export async function admitPatient(
  request: CommandRequest<z.output<typeof AdmitPatient>, never>,
): Promise<Answer<Admission>> {
  const { dependencies, commandId, body } = request;
  // The patient is part of the id: one key with two patients must not give them one admission.
  const admissionId = derivedId(commandId, `admission:${body.patient}`);
  const facts = {
    admissionDate: body.admissionDate,
    admissionDetails: sanitise(body.admissionDetails),
    ...givenIn(body),
  };
  let acting: Actor | undefined;
  const { teamId, registered } = await registerOnPatient(dependencies, {
    commandId,
    patientId: body.patient,
    payload: { admissionId, ...facts },
    actor: async (patient, moment) => {
      const actor = await actorOnPatient(request, patient, moment);
      if (patient.status !== 'none' && body.team !== undefined && body.team !== patient.teamId)
        throw invalidField('team', refusal('not-the-patients-team'));
      return (acting = actor);
    },
  });
  const outcome = await admit(dependencies, {
    commandId,
    patientId: body.patient,
    teamId,
    registered,
    // The patient's stream has decided that the person may.
    actor: () => acting ?? actorOf(request),
  });
  return { ...renderAdmission(admissionId, outcome.state), ...written(outcome) };
}

export const admissionRoutes = [
  command(admissionCalls.admitPatient, { makes: true, body: AdmitPatient, answer: admitPatient }),
  command(admissionCalls.editAdmission, {
    body: EditAdmission,
    async answer(request) {
      const { dependencies, commandId, body } = request;
      const admissionId = request.param('id');
      const { patientId, teamId, isDischarged, isRepeat } = await editableAdmission(request, admissionId);
      const isReopened = isDischarged && body.dischargeDate === null;
      const added = body.gallery?.filter(({ _id }) => _id === undefined).flatMap(({ images }) => images) ?? [];
      if (!isRepeat)
        await requireAcceptedImages(dependencies, { admissionId, teamId, images: added, field: 'gallery' });
      const payload = {
        admissionId,
        admissionDate: body.admissionDate,
        admissionDetails: body.admissionDetails === undefined ? undefined : sanitise(body.admissionDetails),
        ...givenIn(body),
        dischargeDate: body.dischargeDate,
        dischargeStatus: body.dischargeStatus,
        dischargeNote: body.dischargeNote ?? undefined,
        gallery: body.gallery?.map(({ _id, title, images }, index) => ({
          groupId: _id ?? derivedId(commandId, `gallery:${admissionId}#${index}`),
          isKnown: _id !== undefined,
          title,
          images: images.map(({ image }) => image),
        })),
        person:
          body.admissionDate !== undefined || isReopened
            ? await admittedPerson(dependencies, patientId, admissionId)
            : undefined,
      };
      const outcome = await onAdmission(request, admissionId, {
        name: 'EditAdmission',
        payload,
        decide: editAdmission,
      });
      return { ...renderAdmission(admissionId, outcome.state), ...written(outcome) };
    },
  }),
  /** First the admission's stream, then the patient's. `second-steps.ts` finishes it after a crash. */
  command(admissionCalls.deleteAdmission, {
    body: EmptyBody,
    needsProof: true,
    async answer(request) {
      const { dependencies, commandId } = request;
      const admissionId = request.param('id');
      const outcome = await onAdmission(request, admissionId, {
        name: DELETE_ADMISSION,
        payload: { admissionId },
        decide: deleteAdmission,
      });
      const before = await beforeDeletion(request, admissionId, outcome);
      // The admission's stream has decided that the person may: the patient's stream follows without asking again.
      await unregisterFromPatient(dependencies, {
        commandId,
        patientId: admitted(before).patientId,
        admissionId,
        actor: () => actorOf(request),
      });
      return deleted(renderAdmission(admissionId, before), outcome);
    },
  }),
];
