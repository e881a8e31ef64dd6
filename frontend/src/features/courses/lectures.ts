/** Which lecture is shown, and what there is to play of it. */
import type { Course } from 'command-api/contract/entities';
import { isPlaceholder, readVideo, type Video } from '../../platform/browser/video.ts';

export type Lecture = Course['lectures'][number];
export type LecturePlayback = { state: 'video'; video: Video } | { state: 'notYet' } | { state: 'elsewhere'; address: string };

export function lecturePlayback({ video }: Lecture): LecturePlayback {
  // A file of this installation is named by its path alone.
  const address = video.startsWith('/') ? new URL(video, location.origin).href : video;
  if (isPlaceholder(address)) return { state: 'notYet' };
  const read = readVideo(address);
  return 'video' in read ? { state: 'video', video: read.video } : { state: 'elsewhere', address };
}
export const availableCount = ({ lectures }: Course): number => lectures.filter(({ video }) => !isPlaceholder(video)).length;

/** The lecture of the address; the first where it names none of this course. */
export function lectureIndex({ lectures }: Course, wanted: string | null): number {
  return Math.max(
    0,
    lectures.findIndex(({ _id }) => _id === wanted),
  );
}
