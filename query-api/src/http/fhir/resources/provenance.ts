/**
 * Who wrote what: each event of a chart or a patient, from the event log. A change of several resources is one Provenance. It is
 * of resources of this server alone; what has been removed since is named all the same.
 */
import type { Provenance } from 'fhir/r4.js';
import { type AdmissionEvent, admissionEvents, type Entry } from 'language/domain/admission/events';
import { touchedBy } from 'language/domain/admission/touched';
import { type DomainEvent, type Recorded, recordedAtOf } from 'language/domain/command';
import { knownEvent } from 'language/domain/event-schema';
import { type PatientEvent, patientEvents } from 'language/domain/patient/events';
import { isNoError } from 'language/domain/values/codes';
import { type People, personOf } from 'language/contract/render/people';
import type { StoredEvent } from 'service-kit/event-log/port';
import type { ResourceType } from '../clients.ts';
import { hl7Code, ownSystem, staffReference } from '../kind.ts';
import { forAll, ofEncounter, ofPatient, type Parameters } from '../search.ts';

export const provenanceParameters: Parameters = {
  ...forAll,
  ...ofPatient,
  ...ofEncounter('encounter'),
  recorded: { as: 'instant' },
};

/** The stream of a chart or a patient. */
export interface Source {
  readonly of: 'admission' | 'patient';
  readonly id: string;
}
export const provenanceId = ({ of, id }: Source, revision: bigint): string => `${of}.${id}.${revision}`;
export function sourceOf(provenance: string): (Source & { readonly revision: bigint }) | undefined {
  const [, of, id, revision] = /^(admission|patient)\.([A-Za-z0-9-]{1,50})\.(\d{1,9})$/.exec(provenance) ?? [];
  return of === undefined || id === undefined
    ? undefined
    : { of: of as Source['of'], id, revision: BigInt(revision ?? '') };
}

const typeOfTag: Readonly<Record<string, ResourceType>> = {
  medication: 'MedicationStatement',
  homeMedication: 'MedicationStatement',
  entry: 'DetectedIssue',
  measurement: 'Observation',
};
/** Tags that say who hears of a change, and not what it is of. */
const addresses = ['admission', 'patient', 'team'];

const reference = (type: ResourceType, id: string): string => `${type}/${id}`;
const referencesIn = (tags: readonly string[]): string[] =>
  tags.flatMap((tag) => {
    const [kind = '', id = ''] = tag.split(':');
    const type = typeOfTag[kind];
    return type ? [reference(type, id)] : [];
  });

function targetsInChart(admissionId: string, event: Recorded<AdmissionEvent>): string[] {
  if (event.type === 'ReviewAdded' || event.type === 'ReviewDuplicated') {
    const entries: readonly Pick<Entry, 'entryId' | 'errType'>[] = event.data.entries;
    return entries
      .filter(({ errType }) => !isNoError(errType))
      .map(({ entryId }) => reference('DetectedIssue', entryId));
  }
  if (event.type === 'ReviewMedicationAdded' && isNoError(event.data.entry.errType)) return [];
  if (event.type === 'MeasurementsRecorded')
    return event.data.measurements.map(({ measurementId }) => reference('Observation', measurementId));
  const tags = touchedBy(admissionId, event);
  return tags.every((tag) => addresses.includes(tag.split(':')[0] ?? ''))
    ? [reference('Encounter', admissionId)]
    : referencesIn(tags);
}

/** Requests of an erasure are left out, and what the stream of an admission says itself. */
const ofPatientItself = [
  'AllergiesConfirmed',
  'PatientRegistered',
  'PatientCorrected',
  'PatientAbsorbed',
  'PatientMerged',
  'PatientSeparated',
  'PatientMergeUndone',
  'PatientTransferred',
] satisfies readonly PatientEvent['type'][] as readonly string[];

function targetsInPatient(patientId: string, event: Recorded<PatientEvent>): string[] {
  if (event.type === 'AllergyRecorded' || event.type === 'AllergyCorrected')
    return [reference('AllergyIntolerance', event.data.allergy.allergyId)];
  if (event.type === 'AllergyRemoved') return [reference('AllergyIntolerance', event.data.allergyId)];
  return ofPatientItself.includes(event.type) ? [reference('Patient', patientId)] : [];
}

/** The resources that an event is of; none for an event of things that this server does not have, and for an unreadable one. */
export function targetsOf({ of, id }: Source, stored: StoredEvent): string[] {
  if (stored.unreadable) return [];
  if (of === 'admission') {
    const event = knownEvent(admissionEvents, stored);
    return event ? targetsInChart(id, event) : [];
  }
  const event = knownEvent(patientEvents, stored);
  return event ? targetsInPatient(id, event) : [];
}

const operationOf = (type: DomainEvent['type']): string =>
  /(?:Added|Recorded|Registered|Admitted|Duplicated)$/.test(type)
    ? 'CREATE'
    : /(?:Removed|Deleted)$/.test(type)
      ? 'DELETE'
      : 'UPDATE';

export async function provenanceOf(
  source: Source,
  event: StoredEvent,
  targets: readonly string[],
  people: People,
  base: string,
): Promise<Provenance> {
  const { actorId, occurredAt } = event.metadata;
  const recorded = recordedAtOf(event.metadata);
  const { name } = await personOf(people, actorId);
  return {
    resourceType: 'Provenance',
    id: provenanceId(source, event.revision),
    meta: { versionId: '1', lastUpdated: recorded },
    target: targets.map((target) => ({ reference: target })),
    occurredDateTime: occurredAt,
    recorded,
    activity: {
      coding: [
        hl7Code('v3-DataOperation', operationOf(event.type)),
        { system: ownSystem(base, 'event'), code: event.type },
      ],
    },
    agent: [
      {
        type: { coding: [hl7Code('provenance-participant-type', 'author')] },
        who: staffReference(actorId, name, base),
      },
    ],
  };
}
