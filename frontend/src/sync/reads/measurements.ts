/** Queries for measured values, and updates of their cache by the answers of own commands. */
import * as admissionCalls from 'language/contract/calls/admissions';
import * as wardCalls from 'language/contract/calls/ward';
import { queryOptions } from '@tanstack/react-query';
import type { Answer } from 'language/contract/entities';
import type { Measurement, Measurements, RecordedMeasurements } from 'language/contract/measurements';
import { queryKeys } from '../cache/query-keys.ts';
import { api } from '../client.ts';
import { updateCachedQuery } from './admission-lists.ts';

export const measurementsQuery = (admission: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.measurementsOf(admission),
    queryFn: ({ signal }) => api(admissionCalls.listMeasurements, { params: { id: admission }, team, signal }),
  });

/** The newest values of a team's inpatients by admission, for lists. */
export const newestValuesQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.newestValues(team),
    queryFn: ({ signal }) => api(wardCalls.listNewestValues, { params: { teamId: team }, team, signal }),
    select: ({ admissions }) => new Map(admissions.map(({ admission, values }) => [admission, values])),
  });

const timeOf = ({ takenOn, takenAt }: Measurement): string => `${takenOn} ${takenAt}`;
/** Ascending; at the same time in the order of recording, because the sort is stable. */
const inOrder = (values: readonly Measurement[]): Measurement[] =>
  values.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));

const cache = (
  admission: string,
  { stream, revision }: Answer<object>,
  change: (values: readonly Measurement[]) => readonly Measurement[],
): Promise<void> =>
  updateCachedQuery<Measurements>(
    queryKeys.measurementsOf(admission),
    (cached) => ({ ...cached, measurements: inOrder(change(cached.measurements)) }),
    { stream, revision },
  );

export const cacheRecorded = (answer: Answer<RecordedMeasurements>): Promise<void> =>
  cache(answer._id, answer, (values) => {
    const held = new Set(values.map(({ _id }) => _id));
    return [...values, ...answer.measurements.filter(({ _id }) => !held.has(_id))];
  });
export const cacheCorrected = ({ stream, revision, ...one }: Answer<Measurement>): Promise<void> =>
  cache(one.admission, { stream, revision }, (values) => values.map((value) => (value._id === one._id ? one : value)));
export const cacheRemoved = (answer: Answer<Measurement>): Promise<void> =>
  cache(answer.admission, answer, (values) => values.filter(({ _id }) => _id !== answer._id));
