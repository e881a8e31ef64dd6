/** Every event type that the product writes, with the schema of its newest version. */
import type * as z from 'zod';
import { accessEvents } from 'command-api/domain/access/events';
import { admissionEvents } from 'command-api/domain/admission/events';
import { catalogueEvents } from 'command-api/domain/catalogue/events';
import { drugEvents } from 'command-api/domain/drug/events';
import { patientEvents } from 'command-api/domain/patient/events';
import { teamEvents } from 'command-api/domain/team/events';
import { userEvents } from 'command-api/domain/user/events';

/** One table an aggregate; a type stands in one of them only. */
export const eventTables: readonly Readonly<Record<string, z.ZodType<object>>>[] = [
  accessEvents,
  admissionEvents,
  catalogueEvents,
  drugEvents,
  patientEvents,
  teamEvents,
  userEvents,
];

const schemas = new Map(eventTables.flatMap((table) => Object.entries(table)));

export const knownTypes: readonly string[] = [...schemas.keys()];

/**
 * The end of a patient's or an admission's stream has no content and is never encrypted: it must be understood when the
 * key has been destroyed, so that whoever comes late still removes what they have.
 */
const ends: readonly string[] = ['PatientDeleted', 'AdmissionDeleted'];
export const endsItsStream = (type: string): boolean => ends.includes(type);

/** Undefined for a type that is not ours. */
export const schemaOf = (type: string): z.ZodType<object> | undefined => schemas.get(type);
