/** An ADT message as the commands that people have (docs/interfaces.md, "HL7 v2 messages"). */
import { changedCareDetails } from 'language/domain/admission/care-details';
import { deleteAdmission, type EditAdmission, editAdmission } from 'language/domain/admission/decide';
import { acceptTransfer, offerTransfer, withdrawTransfer } from 'language/domain/admission/decide-transfer';
import { admitted } from 'language/domain/admission/lookup';
import type { Admitted } from 'language/domain/admission/state';
import { HOSPITAL_INTERFACE } from 'language/domain/values/codes';
import { correctPatient, registerPatient } from 'language/domain/patient/decide';
import { hasOtherOpenStay, type Stay } from 'language/domain/patient/stays';
import { type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { admit, registerOnPatient } from '../../commands/admit-patient.ts';
import { DELETE_ADMISSION, unregisterFromPatient } from '../../commands/delete-admission.ts';
import { derivedId } from '../../commands/derived-id.ts';
import { firstAdmissionOf } from '../../commands/first-admission.ts';
import { mergePatients } from '../../commands/merge-patients.ts';
import { ACCEPT_TRANSFER, completeTransfer } from '../../commands/transfer-admission.ts';
import type { Applying, Candidate } from './applying.ts';
import { dischargeStatusAt, teamAt } from './mapping.ts';
import type { AdmissionFacts } from './read-message.ts';
import { Parked } from './reasons.ts';

/** The patients whom the hospital registers. The id derives from number and team: two messages at once make one patient. */
const PATIENTS = '7f0d4a52-6c8e-5f39-8a11-2f7f5a3e9c60';
/** Patients of one number in one team who are gone: deleted, merged or transferred. */
const GENERATIONS_MAX = 50;

interface OpenStay extends Candidate {
  readonly stay: Stay & { readonly teamId: string };
}

/** @throws Parked · Rejection · what the log and the database throw */
export async function applyAdmission(applying: Applying, facts: AdmissionFacts, timeZone: string): Promise<void> {
  if (facts.trigger === 'A40') await merge(applying, facts);
  await new AdmissionSteps(applying, facts, timeZone).run();
}

/** The keys of what a message says of a patient. */
export const stampKeys = (mark: string) =>
  ({ person: `${mark}:person`, place: `${mark}:place`, status: `${mark}:status` }) as const;

class AdmissionSteps {
  readonly #applying: Applying;
  readonly #facts: AdmissionFacts;
  readonly #keys: ReturnType<typeof stampKeys>;
  readonly #day: CalendarDate;
  /** The team of PV1-3; null: not ours; undefined: not in the mapping, or not said. */
  readonly #team: string | null | undefined;
  #candidates: readonly Candidate[] = [];

  constructor(applying: Applying, facts: AdmissionFacts, timeZone: string) {
    this.#applying = applying;
    this.#facts = facts;
    this.#keys = stampKeys(applying.parts.seal.markOf(facts.recordNumber));
    this.#day = facts.happened?.day ?? calendarDateIn(timeZone, applying.at);
    this.#team = facts.location && teamAt(applying.mapping, facts.location);
  }

  async run(): Promise<void> {
    const { recordNumber, trigger, isInpatient } = this.#facts;
    this.#candidates = await this.#applying.candidates(recordNumber);
    const isUnknown = this.#candidates.length === 0;
    const isUpdate = trigger === 'A04' || trigger === 'A08';
    const isOfOthers = this.#team === null || (isUpdate && !isInpatient) || trigger === 'A40';
    if (isUnknown && isOfOthers) return;
    await this.#correctPersons();
    if (trigger === 'A40' || (isUpdate && !isInpatient)) return;
    const open = this.#openStay();
    switch (trigger) {
      case 'A03':
        return this.#discharge(open);
      case 'A11':
        return this.#cancelAdmission(open);
      case 'A13':
        return this.#cancelDischarge(open);
      case 'A12':
        return open ? this.#arrive(open) : this.#cancelDischarge(open);
      case 'A01':
      case 'A02':
      case 'A04':
      case 'A08':
        return this.#arrive(open);
      default:
        return trigger satisfies never;
    }
  }

  /** @throws Parked where the person is in two beds */
  #openStay(): OpenStay | undefined {
    const open = this.#candidates.flatMap((candidate) =>
      candidate.stays.flatMap((stay) =>
        stay.status === 'open'
          ? [{ ...candidate, stay: { ...stay, teamId: stay.teamId ?? candidate.patient.teamId } }]
          : [],
      ),
    );
    if (open.length > 1) throw new Parked('stay-unclear');
    return open[0];
  }

  /** Not where a person has corrected the patient since the hospital wrote the message. */
  async #correctPersons(): Promise<void> {
    const { person } = this.#facts;
    if (this.#applying.isOutdated(this.#keys.person)) return;
    this.#applying.stamp(this.#keys.person);
    for (const { patientId, patient } of this.#candidates) {
      const { changedBy, changedAt } = patient.touch;
      const isOlder = changedBy !== HOSPITAL_INTERFACE && Date.parse(changedAt) > this.#applying.at.getTime();
      const isSame = Object.entries(person).every(([name, value]) => patient[name as keyof typeof person] === value);
      if (isOlder || isSame) continue;
      const { folds, handle } = this.#applying.parts;
      await handle({
        name: 'CorrectPatient',
        commandId: this.#applying.commandId('correct', patientId),
        fold: folds.patient,
        id: patientId,
        payload: { patientId, ...person, firstAdmission: await firstAdmissionOf(folds, patientId) },
        actor: () => this.#applying.actorIn(patient.teamId),
        decide: correctPatient,
      });
    }
  }

  /** The patient is in the house: at the place of the message. */
  async #arrive(open: OpenStay | undefined): Promise<void> {
    const { trigger, location, admitted: since, discharged } = this.#facts;
    const isMove = trigger === 'A02' || trigger === 'A12';
    const team = location === undefined ? open?.stay.teamId : this.#team;
    if (team === undefined && location === undefined && trigger === 'A08') return;
    if (team === undefined) throw new Parked('team-not-mapped', location?.pointOfCare);
    const status = this.#keys.status;
    // An update reports a stay that began before it: it says nothing of the way in and out but that.
    const at = trigger === 'A08' && since ? since.at : this.#applying.at;
    if (trigger !== 'A08' && this.#applying.isOutdated(status)) return;
    if (team === null) {
      if (open && isMove) await this.#endStay(open);
      return;
    }
    if (open && open.stay.teamId !== team) {
      if (this.#applying.isOutdated(this.#keys.place)) return;
      if (!isMove) throw new Parked('open-in-another-team');
      await this.#transfer(open, team);
    } else if (!open) {
      if (trigger === 'A08' && (discharged || this.#applying.isStamped(status, at) || (await this.#hasEnded(team))))
        return;
      await this.#admit(team);
    }
    if (trigger !== 'A08' || !open) this.#applying.stamp(status, at);
    await this.#place(open?.stay.admissionId);
  }

  /** A stay of the team has ended since the stay of this update began, or it does not say when that was. */
  async #hasEnded(team: string): Promise<boolean> {
    const { admitted: since } = this.#facts;
    const ended = await this.#endedStays(team);
    return ended.some(({ dischargeDate }) => since === undefined || dischargeDate >= since.day);
  }

  /** @param team undefined: of every team. The newest first. */
  async #endedStays(team: string | undefined) {
    const ended = [];
    for (const candidate of this.#candidates)
      for (const { admissionId, status, teamId } of candidate.stays) {
        if (status !== 'discharged' || (team !== undefined && teamId !== team)) continue;
        const { state } = await this.#applying.parts.folds.admission.load(admissionId);
        if (state.status === 'discharged')
          ended.push({ ...candidate, ...state, admissionId, stayTeamId: state.teamId });
      }
    return ended.toSorted((a, b) => (a.dischargeDate < b.dischargeDate ? 1 : -1));
  }

  /** The new stay. @throws Parked where the message does not say enough of a new patient */
  async #admit(team: string): Promise<void> {
    const { parts } = this.#applying;
    const { place, admitted: since } = this.#facts;
    const ofTeam = this.#candidates.filter(({ patient }) => patient.teamId === team);
    if (ofTeam.length > 1) throw new Parked('record-number-twice');
    const patientId = ofTeam[0]?.patientId ?? (await this.#register(team));
    const commandId = this.#applying.commandId('admit', patientId);
    const actor = () => this.#applying.actorIn(team);
    const { registered } = await registerOnPatient(parts, {
      commandId,
      patientId,
      payload: {
        admissionId: derivedId(commandId, `admission:${patientId}`),
        admissionDate: since?.day ?? this.#day,
        admissionDetails: '',
        ...place,
      },
      actor,
    });
    await admit(parts, { commandId, patientId, teamId: team, registered, actor });
    this.#applying.stamp(this.#keys.place);
  }

  async #register(team: string): Promise<string> {
    const { folds, handle } = this.#applying.parts;
    const { recordNumber, person } = this.#facts;
    const { firstName, birthdate } = person;
    if (firstName === undefined) throw new Parked('name-missing');
    if (birthdate === undefined) throw new Parked('birthdate-missing');
    const mark = this.#applying.parts.seal.markOf(recordNumber);
    for (let generation = 0; generation < GENERATIONS_MAX; generation += 1) {
      const patientId = derivedId(PATIENTS, `${mark}:${team}:${generation}`);
      const { state } = await folds.patient.load(patientId);
      if (state.status === 'deleted') continue;
      if (state.status === 'registered') {
        const isGone = state.teamId !== team || state.mergedInto || state.medicalRecordNumber !== recordNumber;
        if (isGone) continue;
      } else
        await handle({
          name: 'RegisterPatient',
          commandId: this.#applying.commandId('register', patientId),
          fold: folds.patient,
          id: patientId,
          payload: {
            teamId: team,
            middleName: '',
            lastName: '',
            fourthName: '',
            sex: '',
            ...person,
            firstName,
            birthdate,
            medicalRecordNumber: recordNumber,
          },
          actor: () => this.#applying.actorIn(team),
          decide: registerPatient,
        });
      this.#applying.learn(recordNumber, patientId);
      return patientId;
    }
    throw new Parked('record-number-twice');
  }

  async #edit(step: string, admissionId: string, team: string | undefined, payload: EditAdmission): Promise<void> {
    const { folds, handle } = this.#applying.parts;
    await handle({
      name: 'EditAdmission',
      commandId: this.#applying.commandId(step, admissionId),
      fold: folds.admission,
      id: admissionId,
      payload,
      actor: (state) => this.#applying.actorIn(team ?? (state.status === 'none' ? undefined : state.teamId)),
      decide: editAdmission,
    });
  }

  /** Room, bed and consultant, where the message gives them. A new room has its own beds. */
  async #place(admissionId: string | undefined): Promise<void> {
    if (admissionId === undefined || this.#applying.isOutdated(this.#keys.place)) return;
    this.#applying.stamp(this.#keys.place);
    const { state } = await this.#applying.parts.folds.admission.load(admissionId);
    const before = admitted(state);
    const { place } = this.#facts;
    const isOtherRoom = place.room !== undefined && place.room !== before.room;
    const changed = changedCareDetails(before, isOtherRoom ? { bed: '', ...place } : place);
    const isOlder =
      before.touch.changedBy !== HOSPITAL_INTERFACE && Date.parse(before.touch.changedAt) > this.#applying.at.getTime();
    if (Object.keys(changed).length === 0 || isOlder) return;
    await this.#edit('place', admissionId, undefined, { admissionId, ...changed });
  }

  /** Offered and accepted at once: the patient is there already. */
  async #transfer({ stay, stays }: OpenStay, team: string): Promise<void> {
    const { parts } = this.#applying;
    const { folds, handle } = parts;
    const { admissionId } = stay;
    const hasOtherOpen = hasOtherOpenStay(stays, admissionId);
    const { state: receiver } = await folds.team.load(team);
    if (receiver.status === 'none') throw new Parked('team-unknown', team);
    if (!receiver.receivesTransfers) throw new Parked('team-does-not-receive', receiver.name);
    const own = () => this.#applying.actorIn(stay.teamId);
    const { state } = await folds.admission.load(admissionId);
    const { offer } = admitted(state);
    const on = { fold: folds.admission, id: admissionId };
    if (offer && offer.toTeamId !== team)
      await handle({
        ...on,
        name: 'WithdrawTransfer',
        commandId: this.#applying.commandId('withdraw', offer.offerId),
        payload: { offerId: offer.offerId },
        actor: own,
        decide: withdrawTransfer,
      });
    const offerId = offer?.toTeamId === team ? offer.offerId : this.#applying.commandId('offer', admissionId);
    if (offer?.offerId !== offerId)
      await handle({
        ...on,
        name: 'OfferTransfer',
        commandId: offerId,
        payload: { offerId, toTeamId: team, toTeamName: receiver.name, note: '', hasOtherOpen },
        actor: own,
        decide: offerTransfer,
      });
    const commandId = this.#applying.commandId('accept', admissionId);
    const receiving = () => this.#applying.actorIn(team);
    const { revision } = await handle({
      ...on,
      name: ACCEPT_TRANSFER,
      commandId,
      payload: {
        offerId,
        transferDate: this.#day,
        room: this.#facts.place.room,
        bed: this.#facts.place.bed,
        hasOtherOpen,
      },
      actor: receiving,
      decide: acceptTransfer,
    });
    await completeTransfer(parts, { commandId, admissionId, revision, actor: receiving });
  }

  async #discharge(open: OpenStay | undefined): Promise<void> {
    if (this.#applying.isOutdated(this.#keys.status)) return;
    if (!open) return this.#withoutStay(await this.#endedStays(undefined));
    await this.#endStay(open);
  }

  async #endStay({ stay }: OpenStay): Promise<void> {
    const { discharged, dischargeCode, trigger } = this.#facts;
    const { admissionId } = stay;
    // The last place of the stay.
    if (trigger === 'A03' && this.#team === stay.teamId) await this.#place(admissionId);
    await this.#edit('discharge', admissionId, stay.teamId, {
      admissionId,
      dischargeDate: discharged?.day ?? this.#day,
      dischargeStatus: dischargeStatusAt(this.#applying.mapping, trigger === 'A03' ? dischargeCode : ''),
    });
    this.#applying.stamp(this.#keys.status);
  }

  /**
   * A discharge or a cancellation without a stay: it was applied before, or it has come too early.
   * @throws Parked, to be tried again
   */
  #withoutStay(ended: readonly { readonly dischargeDate: CalendarDate }[] = []): void {
    const day = this.#facts.discharged?.day ?? this.#day;
    const isDone =
      this.#applying.isStamped(this.#keys.status) || ended.some(({ dischargeDate }) => dischargeDate === day);
    if (!isDone && this.#team !== null) throw new Parked('no-open-stay');
  }

  /** Only a chart that nobody has worked with goes. */
  async #cancelAdmission(open: OpenStay | undefined): Promise<void> {
    if (this.#applying.isOutdated(this.#keys.status)) return;
    if (!open) return this.#withoutStay();
    const { parts } = this.#applying;
    const { admissionId, teamId, patientId } = open.stay;
    const { state } = await parts.folds.admission.load(admissionId);
    if (hasRecords(admitted(state))) throw new Parked('stay-has-records');
    const commandId = this.#applying.commandId('delete', admissionId);
    const actor = () => this.#applying.actorIn(teamId);
    await parts.handle({
      name: DELETE_ADMISSION,
      commandId,
      fold: parts.folds.admission,
      id: admissionId,
      payload: { admissionId },
      actor,
      decide: deleteAdmission,
    });
    await unregisterFromPatient(parts, { commandId, patientId, admissionId, actor });
    this.#applying.stamp(this.#keys.status);
  }

  /** Opens the last stay again; of a transfer that is cancelled, the stay that ended with it. */
  async #cancelDischarge(open: OpenStay | undefined): Promise<void> {
    if (this.#applying.isOutdated(this.#keys.status)) return;
    let admissionId = open?.stay.admissionId;
    if (!open) {
      const [last] = await this.#endedStays(this.#team ?? undefined);
      if (!last) return this.#withoutStay();
      const { patient, stays, stayTeamId } = last;
      admissionId = last.admissionId;
      await this.#edit('reopen', admissionId, stayTeamId, {
        admissionId,
        dischargeDate: null,
        person: {
          birthdate: patient.birthdate,
          teamId: patient.teamId,
          hasOtherOpen: hasOtherOpenStay(stays, admissionId),
        },
      });
    }
    this.#applying.stamp(this.#keys.status);
    if (this.#team !== null) await this.#place(admissionId);
  }
}

const hasRecords = (chart: Admitted): boolean =>
  [
    chart.reviews,
    chart.notes,
    chart.gallery,
    chart.moves,
    chart.medications,
    chart.homeMedications,
    chart.findings,
    chart.reconciled,
    chart.measurements.filter(({ authorId }) => authorId !== HOSPITAL_INTERFACE),
  ].some((records) => records.length > 0);

/** Number and number are one person: in each team the two patients, or the number of the one. */
async function merge(applying: Applying, { recordNumber, mergedNumber }: AdmissionFacts): Promise<void> {
  if (mergedNumber === undefined || mergedNumber === recordNumber) return;
  const [staying, merged] = [await applying.candidates(recordNumber), await applying.candidates(mergedNumber)];
  const { parts } = applying;
  for (const { patientId, patient } of merged) {
    const survivors = staying.filter((one) => one.patient.teamId === patient.teamId);
    if (survivors.length > 1) throw new Parked('record-number-twice');
    const actor = () => applying.actorIn(patient.teamId);
    const [survivor] = survivors;
    if (survivor && survivor.patientId !== patientId)
      await mergePatients(parts, {
        commandId: applying.commandId('merge', patientId),
        patientId,
        into: survivor.patientId,
        reason: '',
        actor,
      });
    if (survivor) continue;
    await parts.handle({
      name: 'CorrectPatient',
      commandId: applying.commandId('number', patientId),
      fold: parts.folds.patient,
      id: patientId,
      payload: { patientId, medicalRecordNumber: recordNumber },
      actor,
      decide: correctPatient,
    });
    applying.learn(recordNumber, patientId);
    applying.learn(mergedNumber, patientId, true);
  }
  // A message under the old number may come later.
  if (merged.length === 0) for (const { patientId } of staying) applying.learn(mergedNumber, patientId, true);
}
