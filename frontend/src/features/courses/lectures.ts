import type { Course } from 'language/contract/entities';
import { isPlaceholder, readVideo, type Video } from '../../platform/video.ts';

export type Lecture = Course['lectures'][number];
export type LecturePlayback =
  | { state: 'video'; video: Video }
  | { state: 'notYet' }
  | { state: 'elsewhere'; address: string };

/** The player of a lecture shows its video, that it comes later, or a link to another site. */
export function lecturePlayback({ video }: Lecture): LecturePlayback {
  // The address of a file of this installation is a path.
  const address = video.startsWith('/') ? new URL(video, location.origin).href : video;
  if (isPlaceholder(address)) return { state: 'notYet' };
  const result = readVideo(address);
  return 'video' in result ? { state: 'video', video: result.video } : { state: 'elsewhere', address };
}
export const availableCount = ({ lectures }: Course): number =>
  lectures.filter(({ video }) => !isPlaceholder(video)).length;

/** The index of the lecture that the address names; 0 if the course has no such lecture. */
export function lectureIndex({ lectures }: Course, wanted: string | null): number {
  return Math.max(
    0,
    lectures.findIndex(({ _id }) => _id === wanted),
  );
}
