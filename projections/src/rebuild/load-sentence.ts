/** How far a load is, for people. */
import { grouped } from 'service-kit/process/progress';
import type { LoadReport } from './rebuild.ts';

/** @param seconds since the load began or went on */
export function loadSentence({ events, eventsBefore, share, shareOfAll }: LoadReport, seconds: number): string {
  const rate = Math.round((events - eventsBefore) / Math.max(seconds, 0.001));
  const left = share > 0 ? Math.round((seconds * (1 - share)) / share) : undefined;
  const percent = Math.floor(shareOfAll * 100);
  return `${percent} %, ${grouped(rate)} events/s${left === undefined ? '' : `, ${grouped(left)} s left`}`;
}
