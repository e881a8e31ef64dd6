/** Medicines from home, and the decisions about medicines at the stages of a stay. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { CorrectHomeMedication, ReconcileMedications, RecordHomeMedication } from 'language/contract/bodies/admissions';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { HomeMedication } from 'language/contract/reconciliation';
import { renderHomeMedication, renderReconciliation } from 'language/contract/render/reconciliation';
import {
  correctHomeMedication,
  reconcileMedications,
  recordHomeMedication,
  removeHomeMedication,
} from 'language/domain/admission/decide-reconciliation';
import { homeMedicationFields } from 'language/domain/admission/fields';
import { homeMedicationOf } from 'language/domain/admission/lookup';
import type { Admission } from 'language/domain/admission/state';
import { named, pick } from 'language/domain/values/record-fields';
import { notFound } from 'service-kit/http/http-problem';
import { derivedId } from '../../commands/derived-id.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { homeMedicationsWithNames, reconciliationWithNames } from './current-names.ts';
import { tradeLabelOf } from './entry-labels.ts';
import { beforeDeletion, deleted, onAdmission } from './on-admission.ts';

async function renderOne(
  { dependencies }: CommandRequest<unknown>,
  admissionId: string,
  state: Admission,
  homeMedicationId: string,
): Promise<HomeMedication> {
  const found = await renderHomeMedication(dependencies, admissionId, homeMedicationOf(state, homeMedicationId));
  const [medication] = await homeMedicationsWithNames(dependencies, [found]);
  if (!medication) throw notFound();
  return medication;
}

/** The catalogue's label of a drug, or the person's own. Undefined where neither is said. */
const labelOf = async (
  { dependencies }: CommandRequest<unknown>,
  { drug, drugLabel }: { drug?: string | undefined; drugLabel?: string | undefined },
): Promise<string | undefined> => (drug ? (await tradeLabelOf(dependencies, drug, 'drug')).label : drugLabel);

export const reconciliationRoutes = [
  command(admissionCalls.recordHomeMedication, {
    makes: true,
    body: RecordHomeMedication,
    async answer(request) {
      const { commandId, body } = request;
      const admissionId = request.param('id');
      const homeMedicationId = derivedId(commandId, `homeMedication:${admissionId}`);
      const drugLabel = (await labelOf(request, body)) ?? '';
      const outcome = await onAdmission(request, admissionId, {
        name: 'RecordHomeMedication',
        payload: { medication: { ...pick(homeMedicationFields, body), homeMedicationId, drugLabel } },
        decide: recordHomeMedication,
      });
      return { ...(await renderOne(request, admissionId, outcome.state, homeMedicationId)), ...written(outcome) };
    },
  }),
  command(admissionCalls.correctHomeMedication, {
    body: CorrectHomeMedication,
    async answer(request) {
      const [admissionId, homeMedicationId] = [request.param('id'), request.param('homeId')];
      const changes = {
        ...named(homeMedicationFields, request.body),
        drugLabel: await labelOf(request, request.body),
      };
      const outcome = await onAdmission(request, admissionId, {
        name: 'CorrectHomeMedication',
        target: homeMedicationId,
        payload: { homeMedicationId, changes },
        decide: correctHomeMedication,
      });
      return { ...(await renderOne(request, admissionId, outcome.state, homeMedicationId)), ...written(outcome) };
    },
  }),
  command(admissionCalls.removeHomeMedication, {
    body: EmptyBody,
    async answer(request) {
      const [admissionId, homeMedicationId] = [request.param('id'), request.param('homeId')];
      const outcome = await onAdmission(request, admissionId, {
        name: 'RemoveHomeMedication',
        target: homeMedicationId,
        payload: { homeMedicationId },
        decide: removeHomeMedication,
      });
      return deleted(
        await renderOne(request, admissionId, await beforeDeletion(request, admissionId, outcome), homeMedicationId),
        outcome,
      );
    },
  }),
  command(admissionCalls.reconcileMedications, {
    body: ReconcileMedications,
    async answer(request) {
      const { dependencies, body } = request;
      const admissionId = request.param('id');
      const outcome = await onAdmission(request, admissionId, {
        name: 'ReconcileMedications',
        payload: { admissionId, stage: body.stage, decisions: body.lines },
        decide: reconcileMedications,
      });
      const reconciliation = await renderReconciliation(dependencies, admissionId, outcome.state);
      return { ...(await reconciliationWithNames(dependencies, reconciliation)), ...written(outcome) };
    },
  }),
];
