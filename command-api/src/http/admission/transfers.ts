/** The transfer of an admission to another team: offer, withdraw, accept, decline. */
import * as transferCalls from 'language/contract/calls/transfers';
import { AcceptTransfer, DeclineTransfer, OfferTransfer, WithdrawTransfer } from 'language/contract/bodies/admissions';
import type { TransferAnswer } from 'language/contract/transfers';
import type { Command } from 'language/domain/command';
import {
  acceptTransfer,
  declineTransfer,
  offerTransfer,
  withdrawTransfer,
} from 'language/domain/admission/decide-transfer';
import type { AdmissionEvent } from 'language/domain/admission/events';
import type { Admission } from 'language/domain/admission/state';
import { receiverOf } from 'language/domain/admission/transfer';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { survivorOf } from 'language/domain/patient/merged-patients';
import { hasOtherOpenStay } from 'language/domain/patient/stays';
import { derivedId } from '../../commands/derived-id.ts';
import type { Outcome } from '../../commands/intent.ts';
import { personOf } from '../../commands/person.ts';
import { ACCEPT_TRANSFER, completeTransfer, whereMoved } from '../../commands/transfer-admission.ts';
import { renderAdmission } from 'language/contract/render/admissions';
import { type CommandRequest, command, written } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { editableAdmission, onAdmission } from './on-admission.ts';
import { actorInTeam, actorOf } from '../rights.ts';

/** The rights are those in the team that the offer was made to, also after the offer has ended. */
function byReceiver<Payload extends { readonly offerId: string }>(
  request: CommandRequest<unknown>,
  admissionId: string,
  intent: {
    readonly name: string;
    readonly payload: Payload;
    readonly decide: (admission: Admission, command: Command<Payload>) => AdmissionEvent[];
  },
): Promise<Outcome<Admission>> {
  const { dependencies, commandId } = request;
  return dependencies.handle({
    ...intent,
    commandId,
    fold: dependencies.folds.admission,
    id: admissionId,
    actor: (admission, moment) =>
      actorInTeam(
        request,
        admission.status === 'none' || admission.status === 'deleted'
          ? undefined
          : receiverOf(admission, intent.payload.offerId),
        moment,
      ),
  });
}

/** True if the person has another open admission, which two merged patients can have brought. */
async function hasOtherOpen(dependencies: Dependencies, admissionId: string): Promise<boolean> {
  const { state } = await dependencies.folds.admission.load(admissionId);
  if (state.status === 'none') return false;
  const survivorId = await survivorOf(async (id) => (await dependencies.folds.patient.load(id)).state, state.patientId);
  return hasOtherOpenStay((await personOf(dependencies, survivorId)).stays, admissionId);
}

/** The answer names the admission only: without acceptance its chart is not shown to the receiving team. */
const answered = (admissionId: string, outcome: Outcome<Admission>): TransferAnswer => ({
  _id: admissionId,
  ...written(outcome),
});

export const transferRoutes = [
  command(transferCalls.offerTransfer, {
    keepsOrigin: true,
    makes: true,
    body: OfferTransfer,
    needsProof: true,
    async answer(request) {
      const { dependencies, commandId, body } = request;
      const admissionId = request.param('id');
      // Before the other team is looked up: the answer must not show others which teams there are.
      const { isRepeat } = await editableAdmission(request, admissionId);
      const { state: receiver } = await dependencies.folds.team.load(body.toTeam);
      if (!isRepeat && (receiver.status === 'none' || !receiver.receivesTransfers))
        throw invalidField('toTeam', refusal('team-does-not-receive'));
      const outcome = await onAdmission(request, admissionId, {
        name: 'OfferTransfer',
        payload: {
          offerId: derivedId(commandId, `offer:${admissionId}`),
          toTeamId: body.toTeam,
          toTeamName: receiver.status === 'none' ? '' : receiver.name,
          note: body.note,
          hasOtherOpen: await hasOtherOpen(dependencies, admissionId),
        },
        decide: offerTransfer,
      });
      return { ...renderAdmission(admissionId, outcome.state), ...written(outcome) };
    },
  }),
  command(transferCalls.withdrawTransfer, {
    keepsOrigin: true,
    body: WithdrawTransfer,
    async answer(request) {
      const admissionId = request.param('id');
      const outcome = await onAdmission(request, admissionId, {
        name: 'WithdrawTransfer',
        payload: { offerId: request.body.offer },
        decide: withdrawTransfer,
      });
      return { ...renderAdmission(admissionId, outcome.state), ...written(outcome) };
    },
  }),
  command(transferCalls.declineTransfer, {
    keepsOrigin: true,
    body: DeclineTransfer,
    async answer(request) {
      const admissionId = request.param('id');
      const outcome = await byReceiver(request, admissionId, {
        name: 'DeclineTransfer',
        payload: { offerId: request.body.offer, reason: request.body.reason },
        decide: declineTransfer,
      });
      return answered(admissionId, outcome);
    },
  }),
  /** First the admission's stream, then the patient's. `second-steps.ts` finishes it after a crash. */
  command(transferCalls.acceptTransfer, {
    keepsOrigin: true,
    body: AcceptTransfer,
    async answer(request) {
      const { dependencies, commandId, body } = request;
      const admissionId = request.param('id');
      const outcome = await byReceiver(request, admissionId, {
        name: ACCEPT_TRANSFER,
        payload: {
          offerId: body.offer,
          transferDate: body.transferDate,
          room: body.room,
          bed: body.bed,
          hasOtherOpen: await hasOtherOpen(dependencies, admissionId),
        },
        decide: acceptTransfer,
      });
      const { revision } = outcome;
      await completeTransfer(dependencies, { commandId, admissionId, revision, actor: () => actorOf(request) });
      const patient = await whereMoved(dependencies, { commandId, admissionId });
      return { ...answered(admissionId, outcome), ...(patient ? { alsoWritten: [written(patient)] } : {}) };
    },
  }),
];
