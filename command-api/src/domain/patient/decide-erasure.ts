/**
 * Erasing a patient with all admissions, by two people (docs/decisions/write-side/erasure-by-two.md). One asks with a
 * reason; the other, a team admin or the admin account, agrees within a week, after a look at what goes.
 */
import { type Command, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { notFound, refuseUnless } from '../refusals.ts';
import { refuseIfMerged, registered } from './decide.ts';
import type { ErasureCategory } from '../values/codes.ts';
import type { PatientEvent } from './events.ts';
import type { ErasureRequest, Patient, RegisteredPatient } from './state.ts';

/** A request without an answer ends after this time. */
export const ERASURE_DAYS = 7;
const DAY_MS = 86_400_000;

/** @returns the instant at which a request ends, ISO 8601 UTC */
export const erasureEndsAt = (requestedAt: string): string =>
  new Date(Date.parse(requestedAt) + ERASURE_DAYS * DAY_MS).toISOString();

export interface RequestErasure {
  readonly patientId: string;
  readonly category: ErasureCategory;
  /** Plain text. */
  readonly reason: string;
}
export interface AnswerErasure {
  readonly patientId: string;
}
export interface AgreeToErasure {
  readonly patientId: string;
  /** The number of events of each other stream that goes: admissions and merged patients, counted before. */
  readonly eventsOf: ReadonlyMap<string, bigint>;
}

export function requestErasure(patient: Patient, command: Command<RequestErasure>): PatientEvent[] {
  const { category, reason, actor, at } = command;
  const before = registered(patient);
  const { erasure } = before;
  refuseUnless(actor.canEdit || actor.isTeamAdmin);
  refuseIfMerged(before);
  if (erasure && isOpen(erasure, at)) throw new Rejection(refusal('erasure-asked-already'));
  return [{ type: 'PatientErasureRequested', data: { category, reason } }];
}

/** By the person who asked, while they are in the team. */
export function withdrawErasure(patient: Patient, command: Command<AnswerErasure>): PatientEvent[] {
  const { requestedBy } = openRequest(registered(patient), command.at);
  refuseUnless(command.actor.id === requestedBy);
  return [{ type: 'PatientErasureWithdrawn', data: {} }];
}

export function refuseErasure(patient: Patient, command: Command<AnswerErasure>): PatientEvent[] {
  const before = registered(patient);
  refuseUnless(command.actor.isTeamAdmin || command.actor.isAdminAccount);
  openRequest(before, command.at);
  return [{ type: 'PatientErasureRefused', data: {} }];
}

/** `basedOn` is the version of what was looked at: the number of events of all streams that go (`versionOf`). */
export function agreeToErasure(patient: Patient, command: Command<AgreeToErasure>): PatientEvent[] {
  const { actor, at, basedOn, eventsOf } = command;
  const before = registered(patient);
  refuseUnless(actor.isTeamAdmin || actor.isAdminAccount);
  refuseIfMerged(before);
  const { category, requestedBy, requestedAt } = openRequest(before, at);
  if (requestedBy === actor.id) throw new Rejection(refusal('erasure-by-same-person'));
  if (basedOn === undefined) throw new Rejection(refusal('erasure-not-looked-at'));
  const others = [
    ...before.admissions.map(({ admissionId }) => admissionId),
    ...before.absorbed.map((one) => one.patientId),
  ];
  const isCounted = others.every((id) => eventsOf.has(id));
  if (!isCounted || versionOf(before, eventsOf) !== basedOn) throw new Rejection(refusal('erasure-changed-since'));
  return [{ type: 'PatientErasureAgreed', data: { category, requestedBy, requestedAt } }];
}

export interface FinishErasure {
  /** The patient who is erased, and those who were merged into the patient. */
  readonly patientIds: readonly string[];
}

/**
 * The last step, after `AdmissionErased` on each admission: on each merged patient's stream, then on the patient's. A
 * repetition writes nothing.
 */
export function finishErasure(patient: Patient, { patientIds }: Command<FinishErasure>): PatientEvent[] {
  if (patient.status === 'deleted') return [];
  if (patient.status === 'none') throw notFound();
  const { erasure, mergedInto } = patient;
  if (!erasure?.isAgreed && !patientIds.includes(mergedInto?.patientId ?? '')) throw notFound();
  return [{ type: 'PatientDeleted', data: {} }];
}

/**
 * The version of an erasure: the number of events of all streams that go. It only grows, so no change is hidden by
 * another one.
 */
const versionOf = ({ revision }: RegisteredPatient, eventsOf: AgreeToErasure['eventsOf']): bigint =>
  [...eventsOf.values()].reduce((sum, events) => sum + events, revision + 1n);

const isOpen = ({ requestedAt }: ErasureRequest, at: string): boolean => at < erasureEndsAt(requestedAt);

/** @throws Rejection where there is none, or where it has ended */
function openRequest({ erasure }: RegisteredPatient, at: string): ErasureRequest {
  if (!erasure || !isOpen(erasure, at)) throw new Rejection(refusal('no-erasure-asked'));
  return erasure;
}
