/** A typed line of values: what was understood, what is asked, and the body that is sent. */
import type { Body } from 'language/contract/calls/call';
import type { RecordMeasurements } from 'language/contract/bodies/admissions';
import type { Amount } from 'language/domain/measurements/kinds';
import { type OtherPiece, parseLine, type UnderstoodPiece } from 'language/domain/measurements/parse-line';
import { addDays, asCalendarDate } from 'language/domain/values/calendar-date';
import type { MeasurementSource } from 'language/domain/values/codes';
import { isBedside, isLevel } from '../../clinical/measured-values.ts';

/** The texts of the form. */
export const blankLine = {
  text: '',
  /** Empty: today. */
  takenOn: '',
  /** Empty: now, and on another day not known. */
  takenAt: '',
  /** Empty: by the kind, the bedside or the laboratory. */
  source: '',
  /** Empty: the last such time before the sample. */
  lastDoseOn: '',
  lastDoseAt: '',
  /** `unknown`: the person has said so. */
  lastDose: '',
};
export type LineDraft = Readonly<Record<keyof typeof blankLine, string>>;

/** The amounts that the person has chosen, by the piece that was asked about. */
export type Answers = ReadonlyMap<string, Amount>;
export const answerKey = ({ kind, value, unit }: UnderstoodPiece): string => `${kind} ${value} ${unit}`;

export interface ReadValue {
  readonly piece: UnderstoodPiece;
  readonly amount: Amount;
  readonly isOpen: boolean;
}
export type ReadPiece = ReadValue | { readonly piece: OtherPiece; readonly amount?: never; readonly isOpen: true };

/** The pieces of the line in their order. `isOpen`: it has to be answered, or written in another way, before it is saved. */
export const readLine = (text: string, ageDays: number | undefined, answers: Answers): ReadPiece[] =>
  parseLine(text, ageDays).map((piece) => {
    if (piece.kind === undefined) return { piece, isOpen: true };
    const answer = answers.get(answerKey(piece));
    return { piece, amount: answer ?? piece, isOpen: piece.question !== undefined && answer === undefined };
  });

/** A drug level means little without the time of the dose before it. */
export const isLastDoseAsked = (pieces: readonly ReadPiece[]): boolean =>
  pieces.some(({ piece }) => piece.kind !== undefined && isLevel(piece.kind));
export const isLastDoseOpen = (pieces: readonly ReadPiece[], { lastDoseAt, lastDose }: LineDraft): boolean =>
  isLastDoseAsked(pieces) && lastDoseAt === '' && lastDose === '';

/** A dose that is later in the day than the sample was on the day before. */
export function lastDoseDay(takenOn: string, takenAt: string, lastDoseAt: string): string {
  const day = asCalendarDate(takenOn);
  return day && takenAt !== '' && lastDoseAt > takenAt ? addDays(day, -1) : takenOn;
}

const sources: ReadonlySet<string> = new Set<MeasurementSource>(['measured', 'laboratory', 'reported', 'estimated']);
const isSource = (source: string): source is MeasurementSource => sources.has(source);

/** @param now the hospital's clock, `YYYY-MM-DD HH:MM` */
export function bodyOf(pieces: readonly ReadPiece[], draft: LineDraft, now: string): Body<typeof RecordMeasurements> {
  const today = now.slice(0, 10);
  const takenOn = draft.takenOn || today;
  const timeOfLine = draft.takenAt || (takenOn === today ? now.slice(11) : '');
  return {
    measurements: pieces.flatMap(({ piece, amount }) => {
      if (amount === undefined) return [];
      const { kind, at } = piece;
      const takenAt = at ?? timeOfLine;
      const hasDose = isLevel(kind) && draft.lastDoseAt !== '';
      return {
        kind,
        value: amount.value,
        unit: amount.unit,
        takenOn,
        takenAt,
        source: isSource(draft.source) ? draft.source : isBedside(kind) ? 'measured' : 'laboratory',
        lastDoseOn: hasDose ? draft.lastDoseOn || lastDoseDay(takenOn, takenAt, draft.lastDoseAt) : null,
        lastDoseAt: hasDose ? draft.lastDoseAt : '',
      };
    }),
  };
}
