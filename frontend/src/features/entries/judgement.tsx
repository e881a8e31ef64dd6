import { Box } from '@chakra-ui/react/box';
import { isNoError, responses, severities, type Response, type Severity } from 'command-api/domain/codes';
import { memo, useRef, type KeyboardEvent } from 'react';
import { latinKey } from '../../platform/keyboard/shortcuts.ts';
import { LetterChoice, type Option } from '../../components/letter-choice.tsx';
import type { EntryDraft } from './entry-draft.ts';
import { entryText } from './messages.ts';
import { harmOf } from '../../clinical/severity.ts';

const severityOptions: Option<Severity>[] = [
  { value: null, mark: '–', meaning: entryText.notGraded, harm: 'none' },
  ...severities.map(({ code, label }) => ({
    value: code,
    mark: code,
    meaning: `${code}: ${label}`,
    harm: harmOf(code),
  })),
];
const responseOptions: Option<Response>[] = [
  { value: null, mark: entryText.pending, meaning: entryText.pending, harm: 'none' },
  ...responses.map(({ code, label }) => ({ value: code, mark: `${code} ${label}`, meaning: `${code}: ${label}` })),
];

interface Props extends Pick<EntryDraft, 'errType' | 'errSeverity' | 'errRes'> {
  onChange: (patch: Partial<EntryDraft>) => void;
  disabled: boolean;
}

/**
 * Severity and response. With the focus anywhere in the two, a letter chooses the severity and a digit the response
 * (single keys only while the focus is here: WCAG 2.1.4).
 */
export const Judgement = memo(function Judgement({
  errType,
  errSeverity: ofSeverity,
  errRes: ofResponse,
  onChange,
  disabled,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const cleared = isNoError(errType);
  const focusOn = (group: number, index: number) =>
    box.current?.querySelectorAll('fieldset')[group]?.querySelectorAll('input')[index]?.focus();
  const choose = (event: KeyboardEvent) => {
    if (disabled || cleared || event.altKey || event.ctrlKey || event.metaKey) return;
    const key = latinKey(event);
    const severity = severityOptions.findIndex(({ value }) => value?.toLowerCase() === key);
    const response = responseOptions.findIndex(({ value }) => String(value) === key);
    if (severity < 0 && response < 0) return;
    event.preventDefault();
    if (severity >= 0) {
      onChange({ errSeverity: severityOptions[severity]?.value ?? null });
      focusOn(0, severity);
    } else {
      onChange({ errRes: responseOptions[response]?.value ?? null });
      focusOn(1, response);
    }
  };
  return (
    <Box
      ref={box}
      data-judgement
      display="grid"
      gap="3"
      gridTemplateColumns={{ base: '1fr', lg: 'auto 1fr' }}
      columnGap="6"
      onKeyDown={choose}
    >
      <LetterChoice
        legend={entryText.severity}
        hint={entryText.severityHint}
        options={severityOptions}
        value={ofSeverity}
        onChoose={(errSeverity) => onChange({ errSeverity })}
        disabled={disabled || cleared}
      />
      <LetterChoice
        legend={entryText.response}
        hint={entryText.responseHint}
        options={responseOptions}
        value={ofResponse}
        onChoose={(errRes) => onChange({ errRes })}
        disabled={disabled || cleared}
      />
      {cleared ? (
        <Box fontSize="xs" color="fg.muted" gridColumn="1 / -1">
          {entryText.clearedByType}
        </Box>
      ) : null}
    </Box>
  );
});
