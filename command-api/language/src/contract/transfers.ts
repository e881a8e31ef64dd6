/** Transfers of admissions between teams (docs/product.md, "Transfers"). */
import type { PatientIdentity, Written } from './entities.ts';

/** The answer of an accepted or declined offer. */
export interface TransferAnswer extends Written {
  /** The admission. */
  _id: string;
}

/** A team that other teams may offer their patients to. */
export interface ReceivingTeam {
  _id: string;
  name: string;
}
export interface ReceivingTeams {
  teams: ReceivingTeam[];
}

/** An open offer, with the least that a clinician needs to answer it. The chart is not shown before. */
export interface IncomingTransfer extends PatientIdentity {
  offer: string;
  admission: string;
  fromTeamName: string;
  workingDiagnosis: string;
  room: string;
  bed: string;
  note: string;
  offeredByName: string;
  /** An instant, ISO 8601 UTC. */
  offeredAt: string;
  /** The first day that the transfer may be dated at: the stay in the other team began then. */
  earliestDate: string;
}
export interface IncomingTransfers {
  team: string;
  incoming: IncomingTransfer[];
}

/** A stay in the team that ended by a transfer. */
export interface TransferredStay extends PatientIdentity {
  admission: string;
  patient: string;
  /** The stay in this team: its first day, and the first day in the next team. */
  startDate: string;
  transferDate: string;
  toTeamName: string;
  /** The instant of the transfer, ISO 8601 UTC: the chart is shown to the team as it was then. */
  at: string;
  /** The last revision of the chart that the team may read. */
  revision: number;
}
export interface TransferredStays {
  team: string;
  transferred: TransferredStay[];
  page: number;
  pages: number;
  total: number;
}
