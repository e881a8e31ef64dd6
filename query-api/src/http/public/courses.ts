/** The public pages' courses and sponsors. */
import { notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { openRead, openReadOf, type ReadRoute } from '../read-route.ts';

export const courseRoutes: readonly ReadRoute[] = [
  openRead('/api/courses', ({ courses }) => courses.courses),
  openReadOf('/api/courses/:id', z.object({ id: z.string() }), ({ courses }, { id }) => {
    const course = courses.courses.find(({ _id }) => _id === id);
    if (!course) throw notFound();
    return course;
  }),
  openRead('/api/sponsors', ({ courses }) => courses.sponsors),
];
