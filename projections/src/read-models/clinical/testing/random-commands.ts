/**
 * For `model.int.spec.ts` only: random commands on one admission, drawn from what people have on their screens. Each is an
 * HTTP call and the call of the decider that it should lead to.
 */
import type { AdmissionMedication, Answer, GalleryChange, PhysicianNote, Review } from 'language/contract/entities';
import type { Measurement, RecordedMeasurements } from 'language/contract/measurements';
import type { HomeMedication } from 'language/contract/reconciliation';
import type { AdmissionEvent } from 'language/domain/admission/events';
import type { Admission } from 'language/domain/admission/state';
import type { CommandEnvelope } from 'language/domain/command';
import {
  changeNames,
  type Choices,
  type CommandName,
  decideDrawn,
  drawAnyCommand,
  type DrawnCommand,
  type MadeIds,
  type Seen,
} from 'language/domain/testing/admission-commands';
import type { Random } from 'language/domain/testing/random';
import { addDays, calendarDate } from 'language/domain/values/calendar-date';
import { type CommandRequest, requestOf, seenOn } from 'command-api/testing/admission-requests';
import type { Caller, Ward } from 'command-api/testing/test-environment';

/** An HTTP call, and the same command for the model. The model takes new ids from the answer. */
export interface RandomCommand extends CommandRequest {
  readonly by: Caller;
  readonly model: (admission: Admission, envelope: CommandEnvelope, answer: unknown) => readonly AdmissionEvent[];
}
/** The contents of people's screens: the last answers, which may be outdated. */
interface Screen {
  readonly reviews: Map<string, Review>;
  readonly notes: Map<string, PhysicianNote>;
  readonly groups: Map<string, GalleryChange>;
  readonly medications: Map<string, AdmissionMedication>;
  readonly measurements: Map<string, Measurement>;
  readonly homeMedications: Map<string, HomeMedication>;
}

const admittedOn = calendarDate('2025-03-01');
const names: readonly CommandName[] = [...changeNames, 'DeleteAdmission'];
const CONDITIONAL_PERCENT = 40;
const TO_BOTH_PERCENT = 10;
const BY_AUTHOR_PERCENT = 80;

/** @param newest about the highest revision, for versions that a person may have seen last */
export function randomCommands(ward: Ward, random: Random, newest: number) {
  const screen: Screen = {
    reviews: new Map(),
    notes: new Map(),
    groups: new Map(),
    medications: new Map(),
    measurements: new Map(),
    homeMedications: new Map(),
  };
  const choices: Choices = {
    random,
    text: () => `${random.pick(['stable', 'worse', 'أوقف الدواء', 'halve it'])} ${random.between(0, 2)}`,
    day: () => addDays(admittedOn, random.between(0, 8)),
    today: addDays(admittedOn, 8),
    errorTypes: [{ id: ward.errType, label: 'Dose too high' }],
    drugs: [{ id: `${ward.drug._id}.1`, label: 'Marevan 5 mg' }],
    tags: [{ name: 'Anticoagulant' }],
    images: ['https://res.cloudinary.com/icu/image/upload/1.jpg'],
    isOwn: () => true,
  };
  const { mona, omar, hany, sami, admission } = ward;
  /** Mostly the author of what is changed, or a person of the right role. */
  const personFor = (drawn: DrawnCommand, { reviews, notes }: Seen): Caller => {
    const changed =
      ('reviewId' in drawn && reviews.find(({ id }) => id === drawn.reviewId)) ||
      ('noteId' in drawn && notes.find(({ id }) => id === drawn.noteId));
    const author = changed && [mona, omar, hany].find(({ me }) => me._id === changed.authorId);
    if (author && drawn.name !== 'AnswerEntry' && random.chance(BY_AUTHOR_PERCENT)) return author;
    return drawn.name.endsWith('PhysicianNote') || drawn.name === 'AnswerEntry'
      ? random.pick([hany, hany, hany, mona])
      : random.pick([mona, mona, omar, omar, omar, hany, sami]);
  };
  const next = (): RandomCommand => {
    const seen = seenOn(
      { id: admission._id, version: random.between(0, newest), isDischarged: random.chance(50) },
      {
        reviews: [...screen.reviews.values()],
        notes: [...screen.notes.values()],
        groups: [...screen.groups.values()],
        medications: [...screen.medications.values()],
        measurements: [...screen.measurements.values()],
        homeMedications: [...screen.homeMedications.values()],
      },
    );
    const drawn = drawAnyCommand(names, seen, choices);
    const sent = random.chance(CONDITIONAL_PERCENT) ? drawn : { ...drawn, seen: undefined };
    return {
      ...requestOf(admission._id, sent),
      by: personFor(drawn, seen),
      model: (state, envelope, answer) => decideDrawn(state, drawn, envelope, madeIn(drawn, answer as MadeThings)),
    };
  };
  return {
    next,
    show: (command: RandomCommand, answer: object): void => show(screen, command, answer),
    /** One command in ten goes to both processes at once, with the same key; the others go to one of them. */
    processes: (): readonly number[] => (random.chance(TO_BOTH_PERCENT) ? [0, 1] : [random.pick([0, 1])]),
  };
}

type MadeThings = Answer<Review> & Pick<RecordedMeasurements, 'measurements'>;

/** The ids that the answer names. */
const madeIn = ({ name }: DrawnCommand, { _id, drugErrs, measurements, revision }: MadeThings): MadeIds => ({
  id: (name === 'AddReviewMedication' ? drugErrs.find(({ version }) => version === revision)?._id : _id) ?? '',
  entryId: (of) =>
    (typeof of === 'number'
      ? (name === 'RecordMeasurements' ? measurements : drugErrs)[of]
      : drugErrs.find(({ copiedFrom }) => copiedFrom === of)
    )?._id ?? '',
});

/** Puts an answer on the screens, and removes what was deleted. */
function show(screen: Screen, command: RandomCommand, answer: object): void {
  const kept = [
    [screen.reviews, 'drugErrs'],
    [screen.notes, 'noteDate'],
    [screen.groups, 'images'],
    [screen.medications, 'hold'],
    [screen.measurements, 'canonical'],
    // Measurements have a source as well.
    [screen.homeMedications, 'source'],
  ] as const;
  if ('measurements' in answer)
    for (const one of answer.measurements as Measurement[]) screen.measurements.set(one._id, one);
  for (const [shelf, mark] of kept) {
    if (!(mark in answer) || !('_id' in answer)) continue;
    if (command.method === 'DELETE') shelf.delete(String(answer._id));
    else (shelf as Map<string, object>).set(String(answer._id), answer);
    break;
  }
}
