/** A severity as one letter. Needs a root with `severityStyle`. */
import { isNoError, NO_ERROR, severityLabel, type Severity } from 'command-api/domain/values/codes';
import { harmOf } from './severity.ts';
import { markText } from './messages.ts';

/** @param type the error type; may be left out for an entry that is an error */
export function SeverityMark({ type = '', severity }: { type?: string; severity: Severity | null }) {
  const words = isNoError(type)
    ? NO_ERROR.label
    : severity === null
      ? markText.notGraded
      : `Severity ${severity}: ${severityLabel(severity)}`;
  return (
    <span className="mark" data-harm={harmOf(severity)} role="img" aria-label={words} title={words}>
      {isNoError(type) ? '✓' : (severity ?? '–')}
    </span>
  );
}
