/**
 * The parts of each aggregate that the command loop needs: the stream's name, the fold, and the
 * stream's team and patient.
 */
import type * as z from 'zod';
import { admissionEvents, admissionStream } from './admission/events.ts';
import * as admission from './admission/state.ts';
import { catalogueEvents, catalogueStream } from './catalogue/events.ts';
import * as catalogue from './catalogue/state.ts';
import type { DomainEvent, EventMetadata, Recorded } from './command.ts';
import { drugEvents, drugStream } from './drug/events.ts';
import * as drug from './drug/state.ts';
import { type EventsOf, knownEvent } from './event-schema.ts';
import { patientEvents, patientStream } from './patient/events.ts';
import * as patient from './patient/state.ts';
import { teamEvents, teamStream } from './team/events.ts';
import * as team from './team/state.ts';
import { userEvents, userStream } from './user/events.ts';
import * as user from './user/state.ts';

/** The team and patient in an event's metadata. The patient's key encrypts the payload. */
export type StreamOwner = Pick<EventMetadata, 'teamId' | 'patientId'>;

export interface Aggregate<State> {
  stream(id: string): string;
  readonly initial: State;
  /** Total: a type that this version does not know changes nothing. */
  fold(state: State, event: Recorded<DomainEvent>): State;
  /** @param state after the event */
  ownerOf(state: State, id: string): StreamOwner;
}

function foldOf<Table extends Record<string, z.ZodType<object>>, State>(
  events: Table,
  evolve: (state: State, event: Recorded<EventsOf<Table>>) => State,
): Aggregate<State>['fold'] {
  return (state, recorded) => {
    const event = knownEvent(events, recorded);
    return event ? evolve(state, event) : state;
  };
}

export const aggregates = {
  admission: {
    stream: admissionStream,
    initial: admission.initial,
    fold: foldOf(admissionEvents, admission.evolve),
    ownerOf: (state) => (state.status === 'none' ? {} : { teamId: state.teamId, patientId: state.patientId }),
  } satisfies Aggregate<admission.Admission>,
  patient: {
    stream: patientStream,
    initial: patient.initial,
    fold: foldOf(patientEvents, patient.evolve),
    ownerOf: (state, id) =>
      state.status === 'none' ? {} : { ...(state.teamId === undefined ? {} : { teamId: state.teamId }), patientId: id },
  } satisfies Aggregate<patient.Patient>,
  team: {
    stream: teamStream,
    initial: team.initial,
    fold: foldOf(teamEvents, team.evolve),
    ownerOf: (_, id) => ({ teamId: id }),
  } satisfies Aggregate<team.Team>,
  user: {
    stream: userStream,
    initial: user.initial,
    fold: foldOf(userEvents, user.evolve),
    ownerOf: () => ({}),
  } satisfies Aggregate<user.User>,
  drug: {
    stream: drugStream,
    initial: drug.initial,
    fold: foldOf(drugEvents, drug.evolve),
    ownerOf: () => ({}),
  } satisfies Aggregate<drug.Drug>,
  catalogue: {
    stream: () => catalogueStream,
    initial: catalogue.initial,
    fold: foldOf(catalogueEvents, catalogue.evolve),
    ownerOf: () => ({}),
  } satisfies Aggregate<catalogue.Catalogue>,
};
