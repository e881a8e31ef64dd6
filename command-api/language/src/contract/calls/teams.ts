/** The calls of teams, members and invitations. */
import type { AccessPage } from '../accesses.ts';
import type { DrugUsePrinted, ReportPrinted, RoundListPrinted } from '../bodies/accesses.ts';
import type {
  AddTeamMember,
  AnswerRules,
  SetClassification,
  AnswerTeamAdminOffer,
  AppointTeamAdmin,
  ChangeMember,
  CreateTeam,
  EditTeam,
  InvitationToken,
  InviteMember,
  OfferTeamAdmin,
  SaveView,
  SetPriorityTable,
} from '../bodies/teams.ts';
import type { Answer, Team } from '../entities.ts';
import type { SavedView, TeamPriorityTable } from '../handover.ts';
import type { InvitationToTeam, TeamInvitation } from '../invitations.ts';
import type { TeamNews } from '../news.ts';
import type { Message } from './answers.ts';
import { call, type Body, type Nothing, type Query } from './call.ts';

/** The caller's teams; `user` is their own e-mail */
export const listTeams = call<'anyone signed in', Team[], Query<'user'>>()('GET', '/api/teams');
/** A team with its members */
export const getTeam = call<'members of the team', Team>()('GET', '/api/teams/:id');
/** The charts that the caller has looked at before, and that others have changed since */
export const getTeamNews = call<'members of the team', TeamNews>()('GET', '/api/teams/:id/news');
/** Found a team; its founder is admin and first member */
export const foundTeam = call<'anyone signed in', Answer<Team>, Body<typeof CreateTeam>>()('POST', '/api/teams');
/** Change the team; a list of members needs `If-Match`, or it only adds */
export const editTeam = call<"the team's admin", Answer<Team>, Body<typeof EditTeam>>()('PUT', '/api/teams/:id/edit');
/** Set what holds for the answers of the team's physicians: the whole rules */
export const setAnswerRules = call<"the team's admin", Answer<Team>, Body<typeof AnswerRules>>()(
  'PUT',
  '/api/teams/:id/answerRules',
);
/** Set how errors are classified beside the own types: the whole settings */
export const setClassification = call<"the team's admin", Answer<Team>, Body<typeof SetClassification>>()(
  'PUT',
  '/api/teams/:id/classification',
);
/** Add a member by e-mail; 409 where the installation asks for a confirmed one and this is not */
export const addMember = call<"the team's admin", Answer<Team>, Body<typeof AddTeamMember>>()(
  'POST',
  '/api/teams/:id/members',
);
/** Change a member's role, disable them, or appoint them as an auditor */
export const changeMember = call<"the team's admin", Answer<Team>, Body<typeof ChangeMember>>()(
  'PUT',
  '/api/teams/:id/members/:userId',
);
/** Remove a member */
export const removeMember = call<"the team's admin", Answer<Team>>()('DELETE', '/api/teams/:id/members/:userId');
/** Offer the own place as admin of the team to a member; a second offer replaces the first */
export const offerTeamAdmin = call<"the team's admin", Answer<Team>, Body<typeof OfferTeamAdmin>>()(
  'PUT',
  '/api/teams/:id/admin/offer',
);
/** Withdraw the offer */
export const withdrawTeamAdminOffer = call<"the team's admin", Answer<Team>>()('DELETE', '/api/teams/:id/admin/offer');
/** Accept or decline the offer, by the member who has it; the former admin stays a member */
export const answerTeamAdminOffer = call<'members of the team', Answer<Team>, Body<typeof AnswerTeamAdminOffer>>()(
  'PUT',
  '/api/teams/:id/admin/answer',
);
/** Make a member the admin of a team, with a reason: for a team whose admin has gone */
export const appointTeamAdmin = call<'the admin account', Answer<Team>, Body<typeof AppointTeamAdmin>>()(
  'PUT',
  '/api/teams/:id/admin',
);
/** The invitations by mail that are open, the newest first; expired ones can be sent again for a month */
export const listInvitations = call<"the team's admin and the admin account", TeamInvitation[]>()(
  'GET',
  '/api/teams/:id/invitations',
);
/**
 * Invite an e-mail address to the team by mail, with a role; the link works for seven days. The answer is the same
 * whether the address has an account or not
 */
export const inviteMember = call<"the team's admin and the admin account", TeamInvitation, Body<typeof InviteMember>>()(
  'POST',
  '/api/teams/:id/invitations',
);
/** Mail an invitation again, with a new link; the old one ends */
export const sendInvitationAgain = call<"the team's admin and the admin account", TeamInvitation, Nothing>()(
  'POST',
  '/api/teams/:id/invitations/:invitationId/send',
);
/** Withdraw an invitation: its link ends */
export const withdrawInvitation = call<"the team's admin and the admin account", TeamInvitation>()(
  'DELETE',
  '/api/teams/:id/invitations/:invitationId',
);
/** What the link of a mailed invitation is for: team, role and e-mail */
export const readInvitation = call<'everybody', InvitationToTeam, Body<typeof InvitationToken>>()(
  'POST',
  '/api/invitations/read',
);
/** Join the team of a mailed invitation, in the account of its e-mail, which so is confirmed */
export const acceptInvitation = call<'the person themself', Answer<Team>, Body<typeof InvitationToken>>()(
  'POST',
  '/api/invitations/accept',
);
/** The access log: who looked at what, newest first, 20 a page; for auditors what concerns a patient */
export const listAccesses = call<
  "the team's admin and its auditors",
  AccessPage,
  Query<'startDate' | 'endDate' | 'user' | 'kind' | 'patient' | 'admission' | 'pageNumber'>
>()('GET', '/api/teams/:id/accesses');
/** Record in the access log that a report was printed */
export const recordReportPrinted = call<'members of the team', Message, Body<typeof ReportPrinted>>()(
  'POST',
  '/api/teams/:id/reportPrinted',
);
/** Record in the access log that the list of who is on a drug was printed */
export const recordDrugUsePrinted = call<'members of the team', Message, Body<typeof DrugUsePrinted>>()(
  'POST',
  '/api/teams/:id/drugUsePrinted',
);
/** Record in the access log that the round list was printed */
export const recordRoundListPrinted = call<'members of the team', Message, Body<typeof RoundListPrinted>>()(
  'POST',
  '/api/teams/:id/roundListPrinted',
);
/** Write the whole table of points by which the ward board puts inpatients in order */
export const setPriorityTable = call<"the team's admin", Answer<TeamPriorityTable>, Body<typeof SetPriorityTable>>()(
  'PUT',
  '/api/teams/:id/priorityTable',
);
/** Save a view of the ward board, for the whole team */
export const addView = call<
  "clinical pharmacists of the team and the team's admin",
  Answer<SavedView>,
  Body<typeof SaveView>
>()('POST', '/api/teams/:id/views');
/** Change the name and the filter of a view */
export const changeView = call<
  "clinical pharmacists of the team and the team's admin",
  Answer<SavedView>,
  Body<typeof SaveView>
>()('PUT', '/api/teams/:id/views/:viewId');
/** Delete a view; the answer is the deleted one */
export const removeView = call<"clinical pharmacists of the team and the team's admin", Answer<SavedView>>()(
  'DELETE',
  '/api/teams/:id/views/:viewId',
);
