/** The parts that all patients of the generated group share. */
import type { CalendarDate } from 'language/domain/values/calendar-date';
import type { Agenda } from './agenda.ts';
import type { Draw } from './draw.ts';
import type { Labels } from './founding.ts';
import type { Recorder } from './recorder.ts';

export interface Hospital {
  readonly draw: Draw;
  readonly recorder: Recorder;
  readonly agenda: Agenda;
  readonly labels: Labels;
  /** The last day. */
  readonly until: CalendarDate;
}
