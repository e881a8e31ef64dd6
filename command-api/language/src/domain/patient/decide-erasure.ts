/**
 * Erasing a patient with all admissions, by two people (docs/decisions/write-side/erasure-by-two.md). One asks with a
 * reason; the other, a team admin or the admin account, agrees within a week, after a look at what goes. Of a person who
 * has admissions in other teams, only the part of the team goes.
 */
import { type Command, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { notFound, refuseUnless } from '../refusals.ts';
import { refuseIfMerged, registered } from './decide.ts';
import type { ErasureCategory } from '../values/codes.ts';
import type { PatientEvent } from './events.ts';
import type { ErasureRequest, Patient, RegisteredPatient } from './state.ts';
import { partsOf, type Stay } from './stays.ts';

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
  /** The stays of the person, as read just before. */
  readonly stays: readonly Stay[];
  /** The number of events of the stream of each merged patient, counted before. */
  readonly merged: ReadonlyMap<string, bigint>;
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

/**
 * `basedOn` is the version of what was looked at: the number of events of all streams (`versionOf`). Where other
 * teams have admissions of the person, theirs stay, and the patient goes to the team of an open one, else of the newest.
 */
export function agreeToErasure(patient: Patient, command: Command<AgreeToErasure>): PatientEvent[] {
  const { actor, at, basedOn, stays, merged } = command;
  const before = registered(patient);
  refuseUnless(actor.isTeamAdmin || actor.isAdminAccount);
  refuseIfMerged(before);
  const { category, requestedBy, requestedAt } = openRequest(before, at);
  if (requestedBy === actor.id) throw new Rejection(refusal('erasure-by-same-person'));
  if (basedOn === undefined) throw new Rejection(refusal('erasure-not-looked-at'));
  const isCounted =
    before.admissions.every(({ admissionId }) => stays.some((stay) => stay.admissionId === admissionId)) &&
    before.absorbed.every((one) => merged.has(one.patientId));
  if (!isCounted || versionOf(before, command) !== basedOn) throw new Rejection(refusal('erasure-changed-since'));
  const agreed = { category, requestedBy, requestedAt };
  const { own, others } = partsOf(stays, before.teamId);
  const next = others.find(({ status }) => status === 'open') ?? others.at(-1);
  if (next?.teamId === undefined) return [{ type: 'PatientErasureAgreed', data: agreed }];
  const admissionIds = own.map(({ admissionId }) => admissionId);
  const moved = { fromTeamId: before.teamId, toTeamId: next.teamId };
  return [{ type: 'PatientErasedFromTeam', data: { ...agreed, ...moved, admissionIds } }];
}

export interface FinishErasure {
  /** The patient who is erased, and those who were merged into the patient. */
  readonly patientIds: readonly string[];
  /** The patient who is erased, on the stream of a merged one. */
  readonly personId?: string;
}

/**
 * The last step, after `AdmissionErased` on each admission: on each merged patient's stream, then on the patient's. A
 * repetition writes nothing.
 */
export function finishErasure(patient: Patient, { patientIds, personId }: Command<FinishErasure>): PatientEvent[] {
  if (patient.status === 'deleted') return [];
  if (patient.status === 'none') throw notFound();
  const { erasure, mergedInto } = patient;
  if (!erasure?.isAgreed && !patientIds.includes(mergedInto?.patientId ?? '')) throw notFound();
  return [{ type: 'PatientDeleted', data: personId === undefined ? {} : { personId } }];
}

/**
 * The version of an erasure: the number of events of all streams of the person, also of those that stay with other
 * teams, because without them all goes. It only grows, so no change is hidden by another one.
 */
function versionOf({ revision, teamId }: RegisteredPatient, { stays, merged }: AgreeToErasure): bigint {
  const { own, others } = partsOf(stays, teamId);
  const events = [...[...own, ...others].map((stay) => stay.events), ...merged.values()];
  return events.reduce((sum, one) => sum + one, revision + 1n);
}

const isOpen = ({ requestedAt }: ErasureRequest, at: string): boolean => at < erasureEndsAt(requestedAt);

/** @throws Rejection where there is none, or where it has ended */
function openRequest({ erasure }: RegisteredPatient, at: string): ErasureRequest {
  if (!erasure || !isOpen(erasure, at)) throw new Rejection(refusal('no-erasure-asked'));
  return erasure;
}
