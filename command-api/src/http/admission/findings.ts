/** Decisions on the findings of a chart. A finding is taken over with its entry (`reviews.ts`). */
import * as admissionCalls from 'language/contract/calls/admissions';
import { DecideFinding } from 'language/contract/bodies/findings';
import { renderDecision } from 'language/contract/render/findings';
import { decideFinding } from 'language/domain/admission/decide-finding';
import { findingOf } from 'language/domain/admission/lookup';
import { command, written } from '../command-route.ts';
import { onAdmission } from './on-admission.ts';

export const findingRoutes = [
  command(admissionCalls.decideFinding, {
    body: DecideFinding,
    async answer(request) {
      const { dependencies, body } = request;
      const admission = request.param('id');
      const outcome = await onAdmission(request, admission, {
        name: 'DecideFinding',
        payload: body,
        decide: decideFinding,
      });
      const decision = await renderDecision(dependencies, findingOf(outcome.state, body.finding));
      return { admission, ...decision, ...written(outcome) };
    },
  }),
];
