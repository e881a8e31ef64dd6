/**
 * For `*.int.spec.ts` only: the reports, counted directly from the events, without any code under test. Lists have no
 * order; the spec sorts both sides.
 */
interface Event {
  readonly stream: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: { readonly actorId: string; readonly occurredAt: string };
}
// The events of the log have passed their schemas.
// oxlint-disable-next-line typescript/no-explicit-any
type Data = any;

export interface CountedEntry {
  entryId: string;
  errType: string;
  errTypeLabel: string;
  errDrug: string;
  errDrugLabel: string;
  errNote: string;
  errRes: number | null;
  errSeverity: string | null;
  followUpDate: string | null;
  severityAnswers?: string[];
  drugTags: { name: string }[];
  pcne?: string[];
  rating: number | null;
  /** Who has taken it over. */
  responsible?: string;
  copiedFrom?: string;
}
export interface CountedReview {
  reviewId: string;
  admission: string;
  patient: string;
  team: string;
  author: string;
  at: string;
  date: string;
  note: string;
  entries: CountedEntry[];
}
export interface CountedAdmission {
  patient: string;
  team: string;
  date: string;
  discharge: string | null;
  status: number | null;
}

interface CountedMarks {
  taken: { user: string; day: string }[];
  deferred: { user: string; until: string; reason: string } | null;
  level: { user: string; day: string; level: string } | null;
}

export class CountedByHand {
  readonly users = new Map<string, { name: string }>();
  readonly patients = new Map<string, { name: string; team: string; record: string }>();
  readonly types = new Map<string, string>([['00000000-0000-4000-8000-0000000099bb', 'No error']]);
  /** The PCNE codes of error types. */
  readonly mapped = new Map<string, string[]>();
  readonly trades = new Map<string, string>();
  /** With the last names of withdrawn ones. */
  readonly tradeNames = new Map<string, string>();
  readonly admissions = new Map<string, CountedAdmission>();
  readonly reviews = new Map<string, CountedReview>();
  readonly tables = new Map<string, object>();
  readonly views = new Map<string, { team: string; name: string; filter: object }>();

  readonly #marks = new Map<string, CountedMarks>();
  /** The origin of an entry that was copied or moved. */
  readonly #madeOf = new Map<string, string>();
  /** Until the next event. */
  #same: Map<CountedEntry, readonly CountedEntry[]> | undefined;

  add({ stream, type, data: untyped, metadata }: Event): void {
    this.#same = undefined;
    const data: Data = untyped;
    const about = stream.slice(stream.indexOf('-') + 1);
    const review = (): CountedReview => {
      const found = this.reviews.get(data.reviewId);
      if (!found) throw new Error(`${type} of an unknown review`);
      return found;
    };
    switch (type) {
      case 'UserRegistered':
      case 'UserProfileChanged':
        this.users.set(about, { name: `${data.firstName} ${data.lastName}` });
        break;
      case 'PatientRegistered':
        this.patients.set(about, {
          name: [data.firstName, data.middleName, data.lastName, data.fourthName].filter(Boolean).join(' '),
          team: data.teamId,
          record: data.medicalRecordNumber,
        });
        break;
      case 'PatientCorrected':
        this.patients.set(about, {
          name: [data.firstName, data.middleName, data.lastName, data.fourthName].filter(Boolean).join(' '),
          team: this.patients.get(about)?.team ?? '',
          record: data.medicalRecordNumber,
        });
        break;
      case 'ErrorTypeAdded':
      case 'ErrorTypeRenamed':
        this.types.set(data.errTypeId, data.label);
        break;
      case 'ErrorTypeMapped':
        this.mapped.set(data.errTypeId, data.pcne);
        break;
      case 'DrugAdded':
      case 'DrugChanged':
        for (const trade of this.trades.keys()) if (trade.startsWith(`${about}.`)) this.trades.delete(trade);
        for (const trade of data.tradeLabels) {
          this.trades.set(trade._id, trade.label);
          this.tradeNames.set(trade._id, trade.label);
        }
        break;
      case 'PatientAdmitted':
        this.admissions.set(about, {
          patient: data.patientId,
          team: data.teamId,
          date: data.admissionDate,
          discharge: null,
          status: null,
        });
        break;
      case 'AdmissionEdited':
        this.admissions.set(about, { ...this.admission(about), date: data.admissionDate });
        break;
      case 'AdmissionDeleted':
        this.admissions.delete(about);
        break;
      case 'PatientDischarged':
        this.admissions.set(about, {
          ...this.admission(about),
          discharge: data.dischargeDate,
          status: data.dischargeStatus,
        });
        break;
      case 'ReviewAdded':
      case 'ReviewDuplicated': {
        const { patient, team } = this.admission(about);
        const entries = data.entries.map((entry: Data) => ({ ...entry, rating: null }));
        for (const { entryId, copiedFrom } of entries) if (copiedFrom) this.#madeOf.set(entryId, copiedFrom);
        this.reviews.set(data.reviewId, {
          reviewId: data.reviewId,
          admission: about,
          patient,
          team,
          author: metadata.actorId,
          at: metadata.occurredAt,
          date: data.reviewDate,
          note: data.clinicalNote,
          entries,
        });
        break;
      }
      case 'ReviewHeadEdited':
        Object.assign(review(), { date: data.reviewDate, note: data.clinicalNote });
        break;
      case 'ReviewDeleted':
        this.reviews.delete(review().reviewId);
        break;
      case 'ReviewMedicationAdded':
        review().entries.push({ ...data.entry, rating: null });
        break;
      case 'ReviewMedicationUpdated':
        review().entries = review().entries.map((entry) =>
          entry.entryId === data.entry.entryId
            ? { ...data.entry, rating: entry.rating, responsible: entry.responsible, copiedFrom: entry.copiedFrom }
            : entry,
        );
        break;
      case 'EntryTakenOver':
        review().entries = review().entries.map((entry) =>
          entry.entryId === data.entryId ? { ...entry, responsible: metadata.actorId } : entry,
        );
        break;
      case 'ReviewMedicationRemoved':
        review().entries = review().entries.filter((entry) => entry.entryId !== data.entryId);
        break;
      case 'FollowUpDateSet':
        review().entries = review().entries.map((entry) =>
          entry.entryId === data.entryId ? { ...entry, followUpDate: data.followUpDate } : entry,
        );
        break;
      case 'ResponseRecorded':
        review().entries = review().entries.map((entry) =>
          entry.entryId === data.entryId ? { ...entry, errRes: data.errRes } : entry,
        );
        break;
      case 'ErrorRated':
        review().entries = review().entries.map((entry) =>
          entry.entryId === data.entryId ? { ...entry, rating: data.rating } : entry,
        );
        break;
      case 'MovedToAnotherChart': {
        const { kind, id, reviewId } = data.what;
        const within = this.reviews.get(reviewId);
        if (kind === 'review') this.reviews.delete(id);
        if (within) within.entries = within.entries.filter(({ entryId }) => entryId !== id);
        break;
      }
      case 'MovedFromAnotherChart':
      case 'MoveReturned':
        this.arrive(about, data.moved);
        break;
      case 'PatientTaken':
        this.marks(about).taken.push({ user: metadata.actorId, day: data.day });
        break;
      case 'PatientReleased': {
        const { taken } = this.marks(about);
        this.#marks.set(about, { ...this.marks(about), taken: taken.filter(({ user }) => user !== metadata.actorId) });
        break;
      }
      case 'PatientDeferred':
      case 'DeferralEnded':
        this.marks(about).deferred = data.until ? { ...data, user: metadata.actorId } : null;
        break;
      case 'ReviewLevelMarked':
      case 'ReviewLevelCleared':
        this.marks(about).level = data.level ? { ...data, user: metadata.actorId } : null;
        break;
      case 'TeamPriorityTableSet':
        this.tables.set(about, data);
        break;
      case 'TeamViewSaved':
        this.views.set(data.viewId, { team: about, name: data.name, filter: data.filter });
        break;
      case 'TeamViewRemoved':
        this.views.delete(data.viewId);
        break;
      case 'TeamCreated':
      case 'MoveCompleted':
      case 'TeamMemberAdded':
      case 'AdmissionRegistered':
      case 'AdmissionUnregistered':
      // No report counts these.
      case 'AnswerReminded':
      case 'PhysicianNoteAdded':
      case 'PhysicianNoteEdited':
      case 'PhysicianNoteDeleted':
      case 'AdmissionMedicationAdded':
      case 'AdmissionMedicationsSorted':
      case 'AdmissionMedicationUpdated':
      case 'AdmissionMedicationStopped':
      case 'MedicationHeld':
      case 'MedicationHoldEnded':
      case 'AdmissionMedicationDeleted':
      case 'HomeMedicationRecorded':
      case 'HomeMedicationRemoved':
      case 'MedicationReconciled':
      case 'GalleryGroupAdded':
      case 'GalleryGroupRemoved':
        break;
      default:
        throw new Error(`The reference does not know ${type}`);
    }
  }

  /** A moved review or entry counts in its new chart, with its author and time of writing. */
  private arrive(admission: string, moved: Data): void {
    const { patient, team } = this.admission(admission);
    const { kind, reviewId, entries = [], entry } = moved;
    const existing = this.reviews.get(reviewId);
    for (const { entryId, was } of entry ? [entry] : entries) if (was !== entryId) this.#madeOf.set(entryId, was);
    if (kind === 'entry' && existing) existing.entries.push(entry);
    else {
      const head = kind === 'entry' ? moved.wasIn : moved;
      this.reviews.set(reviewId, {
        reviewId,
        admission,
        patient,
        team,
        author: head.authorId,
        at: head.createdAt,
        date: head.reviewDate,
        note: kind === 'entry' ? '' : moved.clinicalNote,
        entries: kind === 'entry' ? [entry] : [...entries],
      });
    }
  }

  private marks(admission: string): CountedMarks {
    const marks = this.#marks.get(admission) ?? { taken: [], deferred: null, level: null };
    this.#marks.set(admission, marks);
    return marks;
  }

  private admission(id: string): CountedAdmission {
    const found = this.admissions.get(id);
    if (!found) throw new Error('Unknown admission');
    return found;
  }

  /** The labels of an entry by the names of the catalogue. */
  namesOf({ errType, errTypeLabel, errDrug, errDrugLabel }: CountedEntry) {
    return {
      errTypeLabel: this.types.get(errType) ?? errTypeLabel,
      errDrugLabel: this.tradeNames.get(errDrug) ?? errDrugLabel,
    };
  }

  /** In order of care. */
  reviewsOf(team: string, from: string, to: string): CountedReview[] {
    const wanted = [...this.reviews.values()].filter(
      (review) => review.team === team && review.date >= from && review.date <= to,
    );
    return wanted.sort((a, b) => (a.date + a.at < b.date + b.at ? -1 : 1));
  }

  /**
   * An error and its copies in a chart, with one type, count once: the original, else the copy of the earliest day.
   */
  private isRepeated(entry: CountedEntry): boolean {
    return entry.copiedFrom !== undefined && this.sameErrors(entry)[0] !== entry;
  }

  private isAnsweredInCopy(entry: CountedEntry): boolean {
    return this.sameErrors(entry).some(({ errRes }) => errRes !== null);
  }

  /** In the order in which they count. */
  private sameErrors(entry: CountedEntry): readonly CountedEntry[] {
    return this.same.get(entry) ?? [entry];
  }

  private get same(): ReadonlyMap<CountedEntry, readonly CountedEntry[]> {
    if (this.#same) return this.#same;
    const all = [...this.reviews.values()].flatMap(({ admission, date, entries }) =>
      entries.map((one) => ({
        one,
        admission,
        order: `${one.copiedFrom === undefined ? 0 : 1} ${date} ${one.entryId}`,
      })),
    );
    const groups = new Map<string, CountedEntry[]>();
    this.#same = new Map();
    for (const { one, admission } of all.toSorted((a, b) => (a.order < b.order ? -1 : 1))) {
      const name = `${admission} ${this.firstIdOf(one.entryId)} ${one.errType}`;
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push(one);
      this.#same.set(one, group);
    }
    return this.#same;
  }

  /** Copies and moved entries lead to it, also where what they were made of is gone. */
  private firstIdOf(entryId: string): string {
    const madeOf = this.#madeOf.get(entryId);
    return madeOf === undefined ? entryId : this.firstIdOf(madeOf);
  }

  private countedErrors(reviews: readonly CountedReview[]): CountedEntry[] {
    return reviews.flatMap(errorsOf).filter((entry) => !this.isRepeated(entry));
  }

  distribution(reviews: readonly CountedReview[]) {
    const counts = new Map<string, number>();
    for (const { errType } of this.countedErrors(reviews)) counts.set(errType, (counts.get(errType) ?? 0) + 1);
    return [...counts].map(([type, count]) => ({ type, label: this.types.get(type), count }));
  }

  perDay(reviews: readonly CountedReview[]) {
    const days = [...new Set(reviews.map(({ date }) => date))].sort();
    return days.map((day) => {
      const ofDay = reviews.filter(({ date }) => date === day);
      const user = [...new Set(ofDay.map(({ author }) => author))].map((author) => {
        const own = ofDay.filter((review) => review.author === author);
        return {
          user: author,
          userName: this.users.get(author)?.name,
          relatedReviews: own.length,
          errFreeReviews: own.filter((review) => errorsOf(review).length === 0).length,
        };
      });
      return { day, totalReviews: ofDay.length, user };
    });
  }

  perPcne(reviews: readonly CountedReview[]) {
    const found = new Map<string | null, { count: number; chosen: number; types: string[] }>();
    for (const { pcne = [], errType } of this.countedErrors(reviews)) {
      const codes = pcne.length > 0 ? pcne : (this.mapped.get(errType) ?? []);
      for (const code of codes.length > 0 ? codes : [null]) {
        const before = found.get(code) ?? { count: 0, chosen: 0, types: [] };
        found.set(code, {
          count: before.count + 1,
          chosen: before.chosen + (pcne.length > 0 ? 1 : 0),
          types: pcne.length > 0 ? before.types : [...new Set([...before.types, errType])].sort(),
        });
      }
    }
    return [...found].map(([code, counts]) => ({ code, ...counts }));
  }

  perSeverity(reviews: readonly CountedReview[]) {
    const errors = this.countedErrors(reviews);
    return [...new Set(errors.map(({ errSeverity }) => errSeverity))].map((severity) => {
      const graded = errors.filter(({ errSeverity }) => errSeverity === severity);
      return { severity, count: graded.length, accepted: graded.filter(({ errRes }) => errRes === 1).length };
    });
  }

  perTag(reviews: readonly CountedReview[]) {
    const errors = this.countedErrors(reviews);
    const tags = [...new Set(errors.flatMap(({ drugTags }) => drugTags.map(({ name }) => name)))];
    return tags.map((tag) => {
      const tagged = errors.filter(({ drugTags }) => drugTags.some(({ name }) => name === tag));
      const response = [
        [1, 'Accept'],
        [2, 'Reject'],
        [3, 'Missed'],
        [4, 'Harm'],
        [null, 'Pending'],
      ]
        .map(([type, label]) => ({ type, label, count: tagged.filter(({ errRes }) => errRes === type).length }))
        .filter(({ count }) => count > 0);
      return { tag, count: tagged.length, response };
    });
  }

  recurrent(team: string) {
    return [...this.patients].flatMap(([id, { name }]) => {
      const stays = [...this.admissions].filter(([, admission]) => admission.patient === id && admission.team === team);
      stays.sort(([a, one], [b, other]) => (one.date + a < other.date + b ? -1 : 1));
      const admDetails = stays.map(([admission, { date, discharge, status }]) => ({
        _id: admission,
        admissionDate: date,
        dischargeDate: discharge,
        dischargeStatus: status,
      }));
      return stays.length >= 2 ? [{ _id: id, names: name, admissionCount: stays.length, admDetails }] : [];
    });
  }

  /** Overdue first, then by date and in order of writing; entries of a review in their order. */
  pending(team: string, today: string) {
    const rows = [...this.reviews.values()]
      .filter((review) => review.team === team)
      .flatMap((review) =>
        errorsOf(review)
          .filter((entry) => entry.errRes === null && !this.isRepeated(entry) && !this.isAnsweredInCopy(entry))
          .map((entry) => ({
            entry,
            review,
            discharge: this.admission(review.admission).discharge,
            overdue: entry.followUpDate !== null && entry.followUpDate < today,
            age: Math.max(0, Math.round((Date.parse(today) - Date.parse(review.date)) / 86_400_000)),
          })),
      );
    const when = ({ overdue, review }: (typeof rows)[number]): string => `${overdue ? 0 : 1}${review.date}${review.at}`;
    return rows.sort((a, b) => (when(a) < when(b) ? -1 : when(a) > when(b) ? 1 : 0));
  }

  ward(team: string, today: string) {
    const waiting = this.pending(team, today);
    const open = [...this.admissions].filter(([, stay]) => stay.team === team && stay.discharge === null);
    return open.map(([admission, { patient, date }]) => {
      const dates = [...this.reviews.values()]
        .filter((review) => review.admission === admission)
        .map((review) => review.date)
        .sort();
      const own = waiting.filter(({ review }) => review.admission === admission);
      const { taken, deferred, level } = this.marks(admission);
      const named = (userId: string) => ({ userId, userName: this.users.get(userId)?.name });
      return {
        _id: patient,
        admission,
        admissionDate: date,
        room: '',
        bed: '',
        consultant: '',
        workingDiagnosis: '',
        isBedShared: false,
        // The generated logs have none of these.
        sex: '',
        pregnancy: '',
        plannedDischarge: '',
        takenBy: taken.filter(({ day }) => day === today).map(({ user }) => named(user)),
        deferred:
          deferred && deferred.until > today
            ? { until: deferred.until, reason: deferred.reason, ...named(deferred.user) }
            : null,
        reviewLevel: level?.day === today ? { level: level.level, ...named(level.user) } : null,
        allergyBrief: { state: 'not-asked', list: [] },
        isOpenTwice: open.filter(([, stay]) => stay.patient === patient).length > 1,
        lastReviewDate: dates.at(-1) ?? null,
        reviewedToday: dates.includes(today),
        pending: own.length,
        worstSeverity:
          own
            .map(({ entry }) => entry.errSeverity)
            .sort()
            .findLast((severity) => severity !== null) ?? null,
        overdue: own.filter(({ overdue }) => overdue).length,
      };
    });
  }

  metrics(author: string, from: string, to: string) {
    const own = [...this.reviews.values()].filter(
      (review) => review.author === author && review.date >= from && review.date <= to,
    );
    return {
      patients: new Set(own.map(({ patient }) => patient)).size,
      reviews: own.length,
      revMetricsPerType: this.distribution(own),
    };
  }

  dashboard(admissionId: string, today: string) {
    const { date, discharge } = this.admission(admissionId);
    const reviews = [...this.reviews.values()]
      .filter(({ admission }) => admission === admissionId)
      .sort((a, b) => (a.date + a.at < b.date + b.at ? -1 : 1));
    const dates = reviews.map((review) => review.date);
    const dayList: string[] = [];
    const last = [discharge ?? today, ...dates].sort().at(-1) ?? '';
    for (
      let day = [date, ...dates].sort()[0] ?? '';
      day <= last;
      day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    )
      dayList.push(day);
    const entries = reviews.flatMap((review) => review.entries.map((entry) => ({ ...entry, date: review.date })));
    const zMedications = [...new Set(entries.map(({ errDrug }) => errDrug))].map((drug) => {
      const ofDrug = entries.filter(({ errDrug }) => errDrug === drug);
      const days = dayList.map((dayDate) => {
        const ofDay = ofDrug.filter((entry) => entry.date === dayDate);
        const shown = ofDay.filter(isError).at(-1) ?? ofDay.at(-1);
        return {
          isChecked: ofDay.length > 0,
          dayDate,
          zType: shown?.errType ?? null,
          zTypeLabel: shown ? this.types.get(shown.errType) : '',
          zResp: shown?.errRes ?? null,
          entries: ofDay.length,
        };
      });
      return { drug, medication: this.trades.get(drug) ?? ofDrug.at(-1)?.errDrugLabel, days };
    });
    return { admission: admissionId, dayList, zMedications };
  }
}

const isError = ({ errType }: CountedEntry): boolean => !errType.endsWith('99bb');
const errorsOf = (review: CountedReview): CountedEntry[] => review.entries.filter(isError);
