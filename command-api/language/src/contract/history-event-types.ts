/** The types of the events that a history shows, for the words that people read. */
import type { AdmissionEvent } from '../domain/admission/events.ts';
import type { DrugEvent } from '../domain/drug/events.ts';
import type { PatientEvent } from '../domain/patient/events.ts';
import type { TeamEvent } from '../domain/team/events.ts';

/** A newer server may send others, so `HistoryEvent.type` is any string. */
export type HistoryEventType = (AdmissionEvent | DrugEvent | PatientEvent | TeamEvent)['type'];
