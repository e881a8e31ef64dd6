/** The part that the steps of one message share: its commands, and the patients that its record number means. */
import { HOSPITAL_INTERFACE } from 'language/domain/values/codes';
import { isHospitalCommand } from 'language/domain/values/hospital-interface';
import { type Actor, Rejection } from 'language/domain/command';
import { survivorOf } from 'language/domain/patient/merged-patients';
import type { Patient, RegisteredPatient } from 'language/domain/patient/state';
import type { Stay } from 'language/domain/patient/stays';
import { refusal } from 'language/domain/reasons/refusal';
import { plainRecordNumber } from 'language/domain/values/record-number';
import type { EventLog } from 'service-kit/event-log/port';
import type { BatchInstant, FoldCache, FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { FeedSeal, KnownPatient, Stamp } from 'service-kit/feeds/feed-messages';
import { derivedId } from '../../commands/derived-id.ts';
import type { Handle } from '../../commands/intent.ts';
import { personOf } from '../../commands/person.ts';
import type { TransferParts } from '../../commands/transfer-admission.ts';
import type { Mapping } from './mapping.ts';
import { Parked } from './reasons.ts';

export interface ApplyParts {
  readonly folds: FoldCaches;
  readonly handle: Handle;
  readonly log: Pick<EventLog, 'headAt' | 'readStream'>;
  readonly seal: Pick<FeedSeal, 'markOf'>;
}

/** A patient of a mapped team, with the stays of the person. */
export interface Candidate {
  readonly patientId: string;
  readonly patient: RegisteredPatient;
  readonly stays: readonly Stay[];
}

/** One message while it is applied. Its command ids derive from its own id: a repetition writes nothing. */
export class Applying {
  readonly messageId: string;
  readonly mapping: Mapping;
  /** The time of the message. */
  readonly at: Date;
  readonly parts: TransferParts & ApplyParts;
  readonly newStamps: Stamp[] = [];
  readonly newPatients: KnownPatient[] = [];
  readonly #stamps: ReadonlyMap<string, Date>;
  readonly #patients: readonly KnownPatient[];
  readonly #written = new Map<unknown, unknown>();
  #instant: BatchInstant = { since: new Date() };
  /** An event was written. */
  hasWritten = false;

  constructor(
    parts: ApplyParts,
    message: {
      messageId: string;
      mapping: Mapping;
      at: Date;
      stamps: ReadonlyMap<string, Date>;
      patients: readonly KnownPatient[];
    },
  ) {
    this.messageId = message.messageId;
    this.mapping = message.mapping;
    this.at = message.at;
    this.#stamps = message.stamps;
    this.#patients = message.patients;
    this.parts = { ...parts, folds: this.#readOnce(parts.folds), handle: this.#limited(parts.handle) };
  }

  /** Each stream is read once until this message writes: the steps ask for the same patient several times. */
  #readOnce(folds: FoldCaches): FoldCaches {
    const once = <State>(fold: FoldCache<State>): FoldCache<State> => {
      const reads: FoldCache<State> = {
        ...fold,
        load: (id, instant, mark) => fold.load(id, instant ?? this.#instant, mark),
      };
      this.#written.set(reads, fold);
      return reads;
    };
    return { ...folds, patient: once(folds.patient), admission: once(folds.admission), team: once(folds.team) };
  }

  /** The hospital's commands alone, as of the time of the message: a clock that is ahead does not reach the future. */
  #limited(handle: Handle): Handle {
    const at = new Date(Math.min(this.at.getTime(), Date.now()));
    return (intent) => {
      if (!isHospitalCommand(intent.name)) throw new Rejection(refusal('not-allowed'));
      // A command that is decided again reads the stream anew.
      const fold = (this.#written.get(intent.fold) as typeof intent.fold | undefined) ?? intent.fold;
      return handle({
        needsRoom: true,
        at,
        ...intent,
        fold,
        decide: (state, command) => {
          const events = intent.decide(state, command);
          this.hasWritten ||= events.length > 0;
          return events;
        },
      }).finally(() => {
        this.#instant = { since: new Date() };
      });
    };
  }

  /** @param step of the message @param what the id of the thing */
  commandId(step: string, what: string): string {
    return derivedId(this.messageId, `${step}:${what}`);
  }

  /** A newer message has said something of this. */
  isOutdated(key: string, at = this.at): boolean {
    return (this.#stamps.get(key)?.getTime() ?? -Infinity) > at.getTime();
  }
  /** This message or a newer one was applied to it. */
  isStamped(key: string, at = this.at): boolean {
    return (this.#stamps.get(key)?.getTime() ?? -Infinity) >= at.getTime();
  }
  stamp(key: string, at = this.at): void {
    this.newStamps.push([key, at]);
  }
  learn(recordNumber: string, patientId: string, isAlias = false): void {
    this.newPatients.push({ mark: this.parts.seal.markOf(recordNumber), patientId, isAlias });
  }

  /**
   * The rights in a mapped team: those of a clinical pharmacist, for the hospital's commands.
   * @throws Rejection for another team · Parked for a team that does not exist
   */
  async actorIn(teamId: string | undefined): Promise<Actor> {
    if (teamId === undefined || !this.mapping.teamIds.has(teamId)) throw new Rejection(refusal('not-allowed'));
    const { state } = await this.parts.folds.team.load(teamId);
    if (state.status === 'none') throw new Parked('team-unknown', teamId);
    return {
      id: HOSPITAL_INTERFACE,
      isMember: true,
      isTeamAdmin: false,
      canEdit: true,
      isPhysic: false,
      isAdminAccount: false,
    };
  }

  /** The patients of the mapped teams that a record number means, merged ones as the one who stays. */
  async candidates(recordNumber: string): Promise<readonly Candidate[]> {
    const mark = this.parts.seal.markOf(recordNumber);
    const load = async (id: string): Promise<Patient> => (await this.parts.folds.patient.load(id)).state;
    const found = new Map<string, Candidate>();
    for (const known of this.#patients.filter((one) => one.mark === mark)) {
      const indexed = await load(known.patientId);
      const isMeant =
        indexed.status === 'registered' &&
        (known.isAlias || plainRecordNumber(indexed.medicalRecordNumber) === recordNumber);
      if (!isMeant) continue;
      const patientId = await survivorOf(load, known.patientId);
      const patient = await load(patientId);
      if (found.has(patientId) || patient.status !== 'registered' || !this.mapping.teamIds.has(patient.teamId))
        continue;
      const { stays } = await personOf(this.parts, patientId);
      found.set(patientId, { patientId, patient, stays });
    }
    return [...found.values()];
  }
}
