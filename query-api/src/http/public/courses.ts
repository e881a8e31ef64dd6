/** The public pages' courses and sponsors. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { openRead, openReadOf } from '../read-route.ts';

export const courseRoutes = [
  openRead(catalogueCalls.listCourses, ({ courses }) => courses.courses),
  openReadOf(catalogueCalls.getCourse, z.object({ id: z.string() }), ({ courses }, { id }) => {
    const course = courses.courses.find(({ _id }) => _id === id);
    if (!course) throw notFound();
    return course;
  }),
  openRead(catalogueCalls.listSponsors, ({ courses }) => courses.sponsors),
];
