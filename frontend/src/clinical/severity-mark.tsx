/** A severity in one sign, under a root that has `harmColours`. */
import { isNoError, NO_ERROR, severityLabel, type Severity } from 'command-api/domain/codes';
import { harmOf } from './severity.ts';
import { uiText } from '../components/messages.ts';

/** @param type of the error; left out where it is known to be one */
export function SeverityMark({ type = '', severity }: { type?: string; severity: Severity | null }) {
  const words = isNoError(type)
    ? NO_ERROR.label
    : severity === null
      ? uiText.notGraded
      : `Severity ${severity}: ${severityLabel(severity)}`;
  return (
    <span className="mark" data-harm={harmOf(severity)} role="img" aria-label={words} title={words}>
      {isNoError(type) ? '✓' : (severity ?? '–')}
    </span>
  );
}
