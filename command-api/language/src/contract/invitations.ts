/** Invitations to teams by mail (docs/product.md, "Invitations"). */
import type { TeamRole } from './accounts.ts';

/** An open one, for those who invite. */
export interface TeamInvitation {
  _id: string;
  email: string;
  role: TeamRole;
  invitedBy: string;
  invitedByName: string;
  /** Instants. */
  sentAt: string;
  expiresAt: string;
}
/** `POST /api/invitations/read`: what the holder of a link sees before they join. */
export interface InvitationToTeam {
  team: string;
  teamName: string;
  email: string;
  role: TeamRole;
  invitedByName: string;
  expiresAt: string;
  /** The address has an account: its person signs in. Else they sign up. */
  hasAccount: boolean;
}
