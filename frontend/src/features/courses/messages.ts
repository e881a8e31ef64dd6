/** Words of the courses. */
export const coursesText = {
  title: 'Free clinical pharmacy courses',
  crumb: 'Courses',
  promo: {
    eyebrow: 'Free · no account needed',
    title: 'Clinical pharmacy, taught at the bedside',
    body: 'Short video lectures by practising clinical pharmacists. Watch them in any order, as often as you like.',
    workshop: 'Want to go further? Paid, and held elsewhere:',
    workshopSoon: 'to be announced here.',
  },
  watch: 'Watch Now for Free',
  watchOf: (title: string) => `: ${title}`,
  count: (lectures: number) => (lectures === 1 ? '1 video' : `${lectures} videos`),
  soon: 'Available soon',
  someSoon: (ready: number, all: number) => `${ready} of ${all} available`,
  none: { title: 'No courses yet', body: 'The lectures will appear here as soon as there are some.' },
  sponsors: 'With the support of',
  lectures: 'Lectures',
  lectureOf: (number: number, all: number) => `Lecture ${number} of ${all}`,
  next: 'Next lecture',
  previous: 'Previous lecture',
  last: 'That was the last lecture of this course.',
  allCourses: 'All courses',
  notYet: {
    title: 'Not available yet',
    body: 'This lecture has been announced, and its video is not online yet. Please come back later.',
  },
  elsewhere: {
    title: 'This lecture lies elsewhere',
    body: 'It cannot be played on this page.',
    action: 'Open it in a new tab',
  },
};
