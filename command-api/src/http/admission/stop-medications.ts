/** "Stop Closed AdmMed" of the admin tools, for the admin account only. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { StopMedications } from 'language/contract/bodies/admissions';
import { type CommandRequest, command } from '../command-route.ts';
import { requireAdminAccount } from '../rights.ts';

/** @returns how many medications were stopped, in how many admissions, and whether the run is complete */
async function stopMedications(request: CommandRequest<unknown>): Promise<object> {
  const actor = await requireAdminAccount(request);
  const { stopped, admissions, complete } = await request.dependencies.stopMedications({
    commandId: request.commandId,
    actor,
  });
  return {
    stopped,
    admissions,
    complete,
    message:
      `${stopped} medications of ${admissions} closed admissions stopped` +
      (complete ? '' : ': there may be more, run it again'),
  };
}

export const stopMedicationRoutes = [
  command(admissionCalls.stopOpenMedications, { body: StopMedications, answer: stopMedications }),
  // The contract has this form of the call as well.
  command(admissionCalls.stopOpenMedicationsByGet, { body: StopMedications, answer: stopMedications }),
];
