import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCourses } from './courses.ts';

const fileWith = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'courses-')), 'courses.json');
  writeFileSync(path, content);
  return path;
};

test('the file of the product is valid', () =>
  expect(readCourses().courses.map(({ lectures }) => lectures.length)).toEqual([5, 7]));

test('the product has the film of each lecture and the page of the workshop', () => {
  const { courses, sponsors } = readCourses();
  const paths = [
    ...courses.flatMap(({ lectures }) => lectures.map(({ video }) => video)),
    ...sponsors.map(({ link }) => link),
  ];
  expect(paths).toHaveLength(13);
  for (const path of paths)
    expect(existsSync(new URL(`../../frontend/public${path}`, import.meta.url)), path).toBe(true);
});

test("an installation's own file replaces it", () => {
  const courses = [
    { _id: 'mine', title: 'Mine', lectures: [{ _id: 'one', title: 'One', video: 'https://hospital.example/1' }] },
  ];
  expect(readCourses(fileWith(JSON.stringify({ courses, sponsors: [{ _id: 'fund', name: 'Fund' }] })))).toEqual({
    courses,
    sponsors: [{ _id: 'fund', name: 'Fund', link: '', logo: '' }],
  });
});

test.each([
  ['that is not there', '/nowhere/courses.json', /COURSES_FILE: \/nowhere\/courses.json cannot be read/],
  ['that is no JSON', fileWith('{'), /cannot be read/],
  [
    'with a path that leaves the installation',
    fileWith(
      '{"courses":[{"_id":"a","title":"A","lectures":[{"_id":"b","title":"B","video":"//other.org/1.mp4"}]}],' +
        '"sponsors":[]}',
    ),
    /video must be an address that begins with https/,
  ],
  [
    'with a lecture without an address',
    fileWith(
      '{"courses":[{"_id":"a","title":"A","lectures":[{"_id":"b","title":"B","video":"later"}]}],"sponsors":[]}',
    ),
    /courses\.0\.lectures\.0\.video must be an address that begins with https/,
  ],
])('a file %s is refused with a sentence', (_what, path, sentence) =>
  expect(() => readCourses(path)).toThrow(sentence),
);
