/** The marks of an inpatient on the ward board: taken, deferred, and the level of the review. */
import * as wardCalls from 'language/contract/calls/ward';
import { DeferPatient, MarkReviewLevel } from 'language/contract/bodies/admissions';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { Answer } from 'language/contract/entities';
import type { MarkedPatient } from 'language/contract/handover';
import type { Command } from 'language/domain/command';
import {
  clearReviewLevel,
  deferPatient,
  endDeferral,
  markReviewLevel,
  releasePatient,
  takePatient,
} from 'language/domain/admission/decide-ward';
import type { AdmissionEvent } from 'language/domain/admission/events';
import type { Admission } from 'language/domain/admission/state';
import { type CommandRequest, command, written } from '../command-route.ts';
import { onAdmission } from './on-admission.ts';

/** @param name of the command @returns its answer, from the body of the request */
const marking =
  <Payload extends object>(
    name: string,
    decide: (admission: Admission, command: Command<Payload>) => AdmissionEvent[],
  ) =>
  async (request: CommandRequest<Payload, 'id'>): Promise<Answer<MarkedPatient>> => {
    const admission = request.param('id');
    const outcome = await onAdmission(request, admission, { name, payload: request.body, decide });
    return { admission, ...written(outcome) };
  };

export const wardMarkRoutes = [
  command(wardCalls.takePatient, { body: EmptyBody, answer: marking('TakePatient', takePatient) }),
  command(wardCalls.releasePatient, { body: EmptyBody, answer: marking('ReleasePatient', releasePatient) }),
  command(wardCalls.deferPatient, { body: DeferPatient, answer: marking('DeferPatient', deferPatient) }),
  command(wardCalls.endDeferral, { body: EmptyBody, answer: marking('EndDeferral', endDeferral) }),
  command(wardCalls.markReviewLevel, {
    body: MarkReviewLevel,
    answer: marking('MarkReviewLevel', markReviewLevel),
  }),
  command(wardCalls.clearReviewLevel, { body: EmptyBody, answer: marking('ClearReviewLevel', clearReviewLevel) }),
];
