/** The medications of an admission. Each call answers with the medication; sorting answers with the list. */
import * as admissionCalls from 'language/contract/calls/admissions';
import {
  AddAdmissionMedication,
  HoldAdmissionMedication,
  ResumeAdmissionMedication,
  SortAdmissionMedications,
  StopAdmissionMedication,
  UpdateAdmissionMedication,
} from 'language/contract/bodies/admissions';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { AdmissionMedication } from 'language/contract/entities';
import {
  addMedication,
  deleteMedication,
  endMedicationHold,
  holdMedication,
  sortMedications,
  stopMedication,
  updateMedication,
} from 'language/domain/admission/decide-medication';
import { writtenMedicationFields } from 'language/domain/admission/fields';
import type { Admission } from 'language/domain/admission/state';
import { named, pick } from 'language/domain/values/record-fields';
import { notFound } from 'service-kit/http/http-problem';
import { derivedId, replacementId } from '../../commands/derived-id.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { listWithNames, medicationsWithNames } from './current-names.ts';
import { tradeLabelOf } from './entry-labels.ts';
import { beforeDeletion, deleted, onAdmission } from './on-admission.ts';
import { renderList, renderMedications } from 'language/contract/render/admissions';

async function renderOne(
  { dependencies }: CommandRequest<unknown>,
  admissionId: string,
  state: Admission,
  medicationId: string,
): Promise<AdmissionMedication> {
  const found = renderMedications(admissionId, state).filter(({ _id }) => _id === medicationId);
  const [medication] = await medicationsWithNames(dependencies, found);
  if (!medication) throw notFound();
  return medication;
}

export const admissionMedicationRoutes = [
  command(admissionCalls.addMedication, {
    makes: true,
    body: AddAdmissionMedication,
    async answer(request) {
      const { dependencies, commandId, body } = request;
      const admissionId = request.param('id');
      const { drug, startDate, bringsBack } = body;
      const medicationId =
        bringsBack === undefined
          ? derivedId(commandId, `medication:${admissionId}`)
          : replacementId(`medication:${admissionId}:${bringsBack}`);
      const { label: drugLabel } = await tradeLabelOf(dependencies, drug, 'drug');
      const payload = {
        medication: { ...pick(writtenMedicationFields, body), startDate, medicationId, drugLabel },
        bringsBack,
      };
      const outcome = await onAdmission(request, admissionId, {
        name: 'AddAdmissionMedication',
        payload,
        decide: addMedication,
      });
      return { ...(await renderOne(request, admissionId, outcome.state, medicationId)), ...written(outcome) };
    },
  }),
  // Before the route of a single medication, which would take `sort` for an id.
  command(admissionCalls.sortMedications, {
    body: SortAdmissionMedications,
    async answer(request) {
      const admissionId = request.param('id');
      const payload = { admissionId, medicationIds: request.body.ids };
      const outcome = await onAdmission(request, admissionId, {
        name: 'SortAdmissionMedications',
        payload,
        decide: sortMedications,
      });
      const list = renderList(admissionId, outcome.state);
      return { ...(await listWithNames(request.dependencies, list)), ...written(outcome) };
    },
  }),
  command(admissionCalls.updateMedication, {
    body: UpdateAdmissionMedication,
    async answer(request) {
      const [admissionId, medicationId] = [request.param('id'), request.param('medId')];
      const { drug } = request.body;
      const drugLabel = drug === undefined ? undefined : (await tradeLabelOf(request.dependencies, drug, 'drug')).label;
      const changes = { ...named(writtenMedicationFields, request.body), drugLabel };
      const outcome = await onAdmission(request, admissionId, {
        name: 'UpdateAdmissionMedication',
        target: medicationId,
        payload: { medicationId, changes },
        decide: updateMedication,
      });
      return { ...(await renderOne(request, admissionId, outcome.state, medicationId)), ...written(outcome) };
    },
  }),
  command(admissionCalls.stopMedication, {
    body: StopAdmissionMedication,
    async answer(request) {
      const [admissionId, medicationId] = [request.param('id'), request.param('medId')];
      const payload = { medicationId, stopDate: request.body.stopDate };
      const outcome = await onAdmission(request, admissionId, {
        name: 'StopAdmissionMedication',
        target: medicationId,
        payload,
        decide: stopMedication,
      });
      return { ...(await renderOne(request, admissionId, outcome.state, medicationId)), ...written(outcome) };
    },
  }),
  command(admissionCalls.holdMedication, {
    body: HoldAdmissionMedication,
    async answer(request) {
      const [admissionId, medicationId] = [request.param('id'), request.param('medId')];
      const payload = { medicationId, ...request.body };
      const outcome = await onAdmission(request, admissionId, {
        name: 'HoldAdmissionMedication',
        target: medicationId,
        payload,
        decide: holdMedication,
      });
      return { ...(await renderOne(request, admissionId, outcome.state, medicationId)), ...written(outcome) };
    },
  }),
  command(admissionCalls.resumeMedication, {
    body: ResumeAdmissionMedication,
    async answer(request) {
      const [admissionId, medicationId] = [request.param('id'), request.param('medId')];
      const payload = { medicationId, on: request.body.on };
      const outcome = await onAdmission(request, admissionId, {
        name: 'EndMedicationHold',
        target: medicationId,
        payload,
        decide: endMedicationHold,
      });
      return { ...(await renderOne(request, admissionId, outcome.state, medicationId)), ...written(outcome) };
    },
  }),
  command(admissionCalls.deleteMedication, {
    body: EmptyBody,
    async answer(request) {
      const [admissionId, medicationId] = [request.param('id'), request.param('medId')];
      const outcome = await onAdmission(request, admissionId, {
        name: 'DeleteAdmissionMedication',
        target: medicationId,
        payload: { medicationId },
        decide: deleteMedication,
      });
      return deleted(
        await renderOne(request, admissionId, await beforeDeletion(request, admissionId, outcome), medicationId),
        outcome,
      );
    },
  }),
];
