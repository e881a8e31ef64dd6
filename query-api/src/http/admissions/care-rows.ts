/** Care details as a row and in the contract's shape, for the answers of admissions and inpatients. */
import type { CareDetails } from 'command-api/contract/entities';

/** SQL: the columns of an `admission` row. */
export const careColumns = (admission: string): string => /* sql */ `
${admission}.room, ${admission}.bed, ${admission}.consultant, ${admission}.working_diagnosis`;

export interface CareRow {
  room: string;
  bed: string;
  consultant: string;
  working_diagnosis: string;
}

export const careDetailsOf = (row: CareRow): CareDetails => ({
  room: row.room,
  bed: row.bed,
  consultant: row.consultant,
  workingDiagnosis: row.working_diagnosis,
});
