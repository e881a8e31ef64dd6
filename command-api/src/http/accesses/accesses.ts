/**
 * Accesses that no read shows: prints, and questions to the chat assistant. The answer comes once the outbox holds the
 * record (`access-log-writer.ts`), so that a screen can wait for it before it asks the assistant. There is no entity
 * and no revision to answer with.
 */
import * as admissionCalls from 'language/contract/calls/admissions';
import * as reviewCalls from 'language/contract/calls/reviews';
import * as teamCalls from 'language/contract/calls/teams';
import { ChatAsked, DrugUsePrinted, ReportPrinted, RoundListPrinted } from 'language/contract/bodies/accesses';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { AccessEvent } from 'language/domain/access/events';
import { admissionOfReview } from 'language/domain/admission/events';
import { Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import { survivorOf } from 'language/domain/patient/merged-patients';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import { derivedId } from '../../commands/derived-id.ts';
import { actorOnAdmission } from '../admission/on-admission.ts';
import { type CommandRequest, command } from '../command-route.ts';
import { actorInTeam } from '../rights.ts';

/** @param teams whose access logs have it */
async function record(
  { dependencies, caller, commandId }: CommandRequest<unknown>,
  teams: readonly string[],
  access: AccessEvent,
): Promise<{ message: string }> {
  for (const [index, teamId] of teams.entries())
    await dependencies.accessNotes.write({
      ...access,
      noteId: derivedId(commandId, index === 0 ? 'access' : `access:${index}`),
      teamId,
      actorId: caller.userId,
      at: new Date(),
      sessionId: caller.sessionId,
    });
  return { message: 'Recorded' };
}

/**
 * The chart, for a person who may read it: in its team, or in the team that has received the patient since. A chart that
 * was deleted meanwhile was printed all the same.
 * @throws HttpProblem 404 · 403 as `actorOnAdmission`
 */
async function readableChart(
  request: CommandRequest<unknown>,
  admissionId: string,
): Promise<{ teams: readonly string[]; chart: { admissionId: string; patientId: string } }> {
  const { folds } = request.dependencies;
  const { state: admission } = await folds.admission.load(admissionId);
  if (admission.status === 'none') throw notFound();
  const { teamId, patientId } = admission;
  const chart = { admissionId, patientId };
  try {
    await actorOnAdmission(request, admission);
    return { teams: [teamId], chart };
  } catch (error) {
    const loadPatient = async (id: string) => (await folds.patient.load(id)).state;
    const patient = await loadPatient(await survivorOf(loadPatient, patientId));
    if (!(error instanceof HttpProblem) || error.refusal.reason !== 'not-found' || patient.status !== 'registered')
      throw error;
    await actorInTeam(request, patient.teamId);
    return { teams: [teamId, patient.teamId], chart };
  }
}

export const accessRoutes = [
  command(reviewCalls.recordReviewPrinted, {
    makes: true,
    body: EmptyBody,
    async answer(request) {
      const reviewId = request.param('reviewId');
      const { teams, chart } = await readableChart(request, admissionOfReview(reviewId));
      return record(request, teams, { type: 'ReviewPrinted', data: { ...chart, reviewId } });
    },
  }),
  command(admissionCalls.recordDischargeListPrinted, {
    makes: true,
    body: EmptyBody,
    async answer(request) {
      const { teams, chart } = await readableChart(request, request.param('id'));
      return record(request, teams, { type: 'DischargeListPrinted', data: chart });
    },
  }),
  command(teamCalls.recordReportPrinted, {
    makes: true,
    body: ReportPrinted,
    async answer(request) {
      const teamId = request.param('id');
      await actorInTeam(request, teamId);
      return record(request, [teamId], { type: 'ReportPrinted', data: request.body });
    },
  }),
  command(teamCalls.recordRoundListPrinted, {
    makes: true,
    body: RoundListPrinted,
    async answer(request) {
      const teamId = request.param('id');
      await actorInTeam(request, teamId);
      return record(request, [teamId], { type: 'RoundListPrinted', data: request.body });
    },
  }),
  command(teamCalls.recordDrugUsePrinted, {
    makes: true,
    body: DrugUsePrinted,
    async answer(request) {
      const teamId = request.param('id');
      await actorInTeam(request, teamId);
      return record(request, [teamId], { type: 'DrugUsePrinted', data: request.body });
    },
  }),
  /**
   * Comes before the question is sent.
   * @throws Rejection 409 if the team has switched the assistant off; an open screen may not know that yet
   */
  command(admissionCalls.recordChatAsked, {
    makes: true,
    body: ChatAsked,
    async answer(request) {
      const { teams, chart } = await readableChart(request, request.param('id'));
      for (const teamId of teams) {
        const { state: team } = await request.dependencies.folds.team.load(teamId);
        if (team.status === 'created' && !team.chatAllowed) throw new Rejection(refusal('chat-switched-off'));
      }
      return record(request, teams, { type: 'ChatAsked', data: { ...chart, reviews: request.body.reviews } });
    },
  }),
];
