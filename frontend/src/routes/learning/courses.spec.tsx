import { screen } from '@testing-library/react';
import type { Course } from 'language/contract/entities';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { serve } from '../../testing/screen.tsx';
import { show } from '../../testing/component.tsx';
import { Component as CourseScreen } from './course.tsx';
import { Component as Courses } from './courses.tsx';

const course: Course = {
  _id: 'hypersensitivity-test',
  title: 'Hypersensitivity test',
  lectures: [
    { _id: 'one', title: 'Why test', video: 'https://youtu.be/dQw4w9WgXcQ' },
    { _id: 'two', title: 'Types of reactions', video: 'https://courses.example/2.mp4' },
  ],
};
const workshop = { _id: 'workshop', name: 'Ward workshop', link: 'https://school.org/workshop', logo: '' };
const at = (address: string, sponsors: readonly object[] = []) => {
  serve({
    'GET /api/courses': [course],
    'GET /api/courses/hypersensitivity-test': course,
    'GET /api/sponsors': sponsors,
  });
  return show(
    <Routes>
      <Route path="/clinical-pharmacy-courses" element={<Courses />} />
      <Route path="/clinical-pharmacy-courses/:id" element={<CourseScreen />} />
    </Routes>,
    address,
  );
};

test('a course shows its number of videos and opens with "Watch Now for Free"', async () => {
  const { user } = at('/clinical-pharmacy-courses');
  expect(await screen.findByText('2 videos')).toBeInTheDocument();
  expect(screen.getByText('1 of 2 available')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: /Watch Now for Free/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Hypersensitivity test' })).toBeInTheDocument();
});

test('the paid workshop is a link where it has an address, else an announcement', async () => {
  const { unmount } = at('/clinical-pharmacy-courses', [workshop]);
  expect(await screen.findByRole('link', { name: 'Ward workshop' })).toHaveAttribute(
    'href',
    'https://school.org/workshop',
  );
  expect(screen.queryByText('With the support of')).not.toBeInTheDocument();
  unmount();
  at('/clinical-pharmacy-courses', [
    { ...workshop, link: 'https://courses.example/workshop' },
    { _id: 'fund', name: 'The fund', link: '', logo: '' },
  ]);
  expect(await screen.findByText(/to be announced here/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Ward workshop' })).not.toBeInTheDocument();
  expect(screen.getByText('The fund')).toBeInTheDocument();
});

test('the video service is requested only after Play, learns the origin and sets no cookies', async () => {
  const { user } = at('/clinical-pharmacy-courses/hypersensitivity-test');
  const play = await screen.findByRole('button', { name: /^Play Why test/ });
  expect(document.querySelector('iframe')).toBeNull();
  await user.click(play);
  const frame = screen.getByTitle('Why test');
  expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&autoplay=1');
  expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
});

test('the next lecture is in the address, and a lecture without a video says so', async () => {
  const { user, router } = at('/clinical-pharmacy-courses/hypersensitivity-test');
  await user.click(await screen.findByRole('link', { name: 'Next lecture' }));
  expect(router.state.location.search).toBe('?lecture=two');
  expect(screen.getByRole('heading', { name: 'Not available yet' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { current: true })).toHaveTextContent('Types of reactions');
  expect(screen.getByText('That was the last lecture of this course.')).toBeInTheDocument();
});

test('an unknown course is not found', async () => {
  at('/clinical-pharmacy-courses/none');
  expect(await screen.findByText('Looks like the page you were looking for is no longer here.')).toBeInTheDocument();
});
