/** The time at which a review, note or group of images was written, after its author's name. */
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { formatInstant } from '../platform/time/instants.ts';

/**
 * ` · 14:05`, with the date on another day than `of`: a late one says so. Nothing without an instant.
 * @param at undefined while it waits in the outbox
 * @param of the day of care, YYYY-MM-DD
 */
export function WrittenAt({ at, of }: { at: string | undefined; of?: string }) {
  if (at === undefined) return null;
  const written = formatInstant(at);
  return (
    <>
      {' · '}
      <time dateTime={at} className="tabular">
        <ClinicalText>{written.slice(0, 10) === of?.slice(0, 10) ? written.slice(11) : written}</ClinicalText>
      </time>
    </>
  );
}
