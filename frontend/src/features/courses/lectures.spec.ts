import type { Course } from 'language/contract/entities';
import { expect, test, vi } from 'vitest';
import { lectureIndex, lecturePlayback, availableCount } from './lectures.ts';

vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });

const lecture = (id: string, video: string) => ({ _id: id, title: id, video });
const course: Course = {
  _id: 'c',
  title: 'C',
  lectures: [
    lecture('one', 'https://courses.example/1.mp4'),
    lecture('two', 'https://youtu.be/dQw4w9WgXcQ'),
    lecture('three', 'https://school.org/lecture/3'),
  ],
};

test('a lecture with an example address is not available yet', () => {
  expect(course.lectures.map((one) => lecturePlayback(one).state)).toEqual(['notYet', 'video', 'elsewhere']);
  expect(availableCount(course)).toBe(2);
});
test('a video file of this installation plays in the browser', () => {
  expect(lecturePlayback(lecture('own', '/films/own.mp4'))).toEqual({
    state: 'video',
    video: { kind: 'file', src: 'http://127.0.0.1:8080/films/own.mp4' },
  });
});
test('the address names the lecture; for an unknown id the first lecture is shown', () => {
  expect(['two', 'gone', null].map((id) => lectureIndex(course, id))).toEqual([1, 0, 0]);
});
