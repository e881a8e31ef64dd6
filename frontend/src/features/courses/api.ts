/** The free courses: read without a session (docs/product.md, "Courses"). */
import { queryOptions } from '@tanstack/react-query';
import type { Course, Sponsor } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

const getCourses = endpoint<Course[]>()('GET', '/api/courses');
const getCourse = endpoint<Course>()('GET', '/api/courses/:id');
const getSponsors = endpoint<Sponsor[]>()('GET', '/api/sponsors');

export const coursesQuery = () =>
  queryOptions({ queryKey: queryKeys.courses, queryFn: ({ signal }) => api(getCourses, { signal }) });
export const courseQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.course(id), queryFn: ({ signal }) => api(getCourse, { params: { id }, signal }) });
export const sponsorsQuery = () =>
  queryOptions({ queryKey: queryKeys.sponsors, queryFn: ({ signal }) => api(getSponsors, { signal }) });

/** The id of the sponsor that is the external paid workshop (query-api/data/README.md). */
export const WORKSHOP_SPONSOR_ID = 'workshop';
