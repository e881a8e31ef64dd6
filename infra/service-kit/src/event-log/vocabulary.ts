/** All event types of the product with the schemas of their newest versions. */
import type * as z from 'zod';
import { accessEvents } from 'language/domain/access/events';
import { admissionEvents } from 'language/domain/admission/events';
import { catalogueEvents } from 'language/domain/catalogue/events';
import { drugEvents } from 'language/domain/drug/events';
import { patientEvents } from 'language/domain/patient/events';
import { teamEvents } from 'language/domain/team/events';
import { userEvents } from 'language/domain/user/events';

/** One table for each aggregate. A type is in one of them only. */
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

/** The last event of a patient's or an admission's stream. */
const ends: readonly string[] = ['PatientDeleted', 'AdmissionDeleted', 'AdmissionErased'];
export const endsItsStream = (type: string): boolean => ends.includes(type);

/**
 * Events of patients' and admissions' streams that are never encrypted: they hold no text and no data of the person. A
 * late reader must understand them after the key is destroyed, to remove rows and to count what is left.
 */
const clear: readonly string[] = [...ends, 'PatientErasureAgreed'];
export const isAlwaysReadable = (type: string): boolean => clear.includes(type);

/** @returns undefined for a type that is not the product's */
export const schemaOf = (type: string): z.ZodType<object> | undefined => schemas.get(type);
