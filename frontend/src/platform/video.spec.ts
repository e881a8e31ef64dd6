import { describe, expect, test, vi } from 'vitest';
import { isPlaceholder, readVideo } from './video.ts';

vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });

const frame = (address: string) => {
  const read = readVideo(address);
  return 'video' in read && read.video.kind === 'frame' ? read.video.src : read;
};
const youTube = (rest = '') => `https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0${rest}`;

describe('YouTube, in the form that sets no cookies', () => {
  test.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?list=PL1&index=2&v=dQw4w9WgXcQ&pp=ygU%3D',
    'http://youtube.com/watch?v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share',
    'https://youtu.be/dQw4w9WgXcQ?si=AbCdEf',
    'youtu.be/dQw4w9WgXcQ',
    '  www.youtube.com/watch?v=dQw4w9WgXcQ\n',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?si=x',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=shared',
    '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=a&amp;rel=0" title="YouTube"></iframe>',
  ])('%s', (address) => expect(frame(address)).toBe(youTube()));

  test.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=90', 90],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s', 90],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', 3723],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=15', 15],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=45', 45],
    ['https://youtu.be/dQw4w9WgXcQ?t=1:30', 90],
  ])('%s begins where it says', (address, start) => expect(frame(address)).toBe(youTube(`&start=${start}`)));

  test.each([
    'https://www.youtube.com/playlist?list=PL1',
    'https://www.youtube.com/@channel',
    'https://youtu.be/',
    'https://www.youtube.com/watch?v=short',
  ])('%s is no single video', (address) =>
    expect(readVideo(address)).toEqual({
      problem: 'This YouTube address leads to no single video: open the video there and copy its address',
    }),
  );
});

describe('Vimeo, without its tracking', () => {
  test.each([
    ['https://vimeo.com/76979871', '?dnt=1'],
    ['vimeo.com/76979871', '?dnt=1'],
    ['https://vimeo.com/76979871/8272103f6e', '?dnt=1&h=8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', '?dnt=1&h=8272103f6e'],
    ['https://vimeo.com/channels/staffpicks/76979871', '?dnt=1'],
    ['https://vimeo.com/showcase/1234567/video/76979871', '?dnt=1'],
    ['https://vimeo.com/76979871#t=1m5s', '?dnt=1#t=65s'],
  ])('%s', (address, rest) => expect(frame(address)).toBe(`https://player.vimeo.com/video/76979871${rest}`));

  test('a person’s page is no video', () =>
    expect(readVideo('https://vimeo.com/user12345')).toEqual({
      problem: 'This Vimeo address leads to no single video: open the video there and copy its address',
    }));
});

describe('files', () => {
  test.each(['https://cdn.hospital.org/lectures/1.mp4', 'https://cdn.hospital.org/a.WEBM?token=1#t=30'])(
    '%s',
    (address) => {
      expect(readVideo(address)).toEqual({ video: { kind: 'file', src: address } });
    },
  );
  test('one without encryption only from our own server', () => {
    expect(readVideo('http://cdn.hospital.org/1.mp4')).toEqual({
      problem: 'Only addresses that begin with https:// can be played here',
    });
    expect(readVideo('http://127.0.0.1:8080/1.mp4')).toMatchObject({ video: { kind: 'file' } });
  });
});

test.each([
  ['', 'Paste the address of a video'],
  ['   ', 'Paste the address of a video'],
  ['hypersensitivity test', 'This is not an address. A video’s address begins with https://'],
  [
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    'This is not an address. A video’s address begins with https://',
  ],
  ['data:text/html,youtube.com', 'This is not an address. A video’s address begins with https://'],
  [
    'https://www.facebook.com/watch?v=1',
    'This address cannot be played here. Paste one of YouTube or Vimeo, or of a file that ends in .mp4 or .webm',
  ],
  [
    'https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ',
    'This address cannot be played here. Paste one of YouTube or Vimeo, or of a file that ends in .mp4 or .webm',
  ],
])('"%s" is answered with a sentence', (address, problem) => expect(readVideo(address)).toEqual({ problem }));

test('an example’s address is known as one', () => {
  expect(['https://courses.example/1.mp4', 'https://example.com/1.mp4'].map(isPlaceholder)).toEqual([true, true]);
  expect(['https://cdn.hospital.org/1.mp4', 'https://myexample.com/1.mp4', ''].map(isPlaceholder)).toEqual([
    false,
    false,
    false,
  ]);
});
