/** The free courses: read without a session (docs/product.md, "Courses"). */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

export const coursesQuery = () =>
  queryOptions({ queryKey: queryKeys.courses, queryFn: ({ signal }) => api(catalogueCalls.listCourses, { signal }) });
export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.course(id),
    queryFn: ({ signal }) => api(catalogueCalls.getCourse, { params: { id }, signal }),
  });
export const sponsorsQuery = () =>
  queryOptions({ queryKey: queryKeys.sponsors, queryFn: ({ signal }) => api(catalogueCalls.listSponsors, { signal }) });

/** The id of the sponsor that is the external paid workshop (query-api/data/README.md). */
export const WORKSHOP_SPONSOR_ID = 'workshop';
