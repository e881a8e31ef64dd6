/** Erasing a patient by two people (docs/product.md, "Erasing a patient"). */
import type { ErasureCategory } from '../domain/values/codes.ts';

export interface ErasureRequest {
  /** The patient's. */
  _id: string;
  team: string;
  category: ErasureCategory;
  /** Plain text; absent for the admin account outside the team. */
  reason?: string;
  requestedBy: string;
  requestedByName: string;
  /** Instants, ISO 8601 UTC. A request that is not answered ends at the second one. */
  requestedAt: string;
  endsAt: string;
  /** Who refused it, and when. */
  refused?: { by: string; byName: string; at: string };
}

/** What goes, as counts. */
export interface ErasureCounts {
  admissions: number;
  reviews: number;
  entries: number;
  notes: number;
  medications: number;
  measurements: number;
  homeMedications: number;
  imageGroups: number;
  images: number;
  /** Lines of the access log that name the patient: they stay, and then lead to no name. */
  accesses: number;
}

/** What stays for the reports that count. */
export interface ErasureFigures {
  reviews: number;
  errors: number;
}

export interface Erasure {
  _id: string;
  team: string;
  /** Open or refused. Null if the erasure was never asked for, or the request was withdrawn or has ended. */
  request: ErasureRequest | null;
  goes: ErasureCounts;
  stays: ErasureFigures;
  /** What other teams have of the person: it stays, with the patient. All goes where there is none. */
  elsewhere: { admissions: number; teams: string[] };
  /** The number of events of all that goes: for the agreement's `If-Match`. */
  version: number;
}

/** An open request in a list. Of the patient only the record number and the initials. */
export interface ListedErasure extends ErasureRequest {
  teamName: string;
  initials: string;
  medicalRecordNumber: string;
}
export interface ErasureList {
  requests: ListedErasure[];
}

/** The answer of the commands. */
export interface ErasureAnswer {
  _id: string;
  team: string;
  /** Addresses of images at the team's image service, if any. They stay there until the team removes them. */
  imagesElsewhere?: string[];
}
