import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { ListTree } from 'lucide-react';
import { isNoError, responses, severities, type Response, type Severity } from 'language/domain/values/codes';
import { memo, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { latinKey, shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { LetterChoice, type Option } from '../../components/letter-choice.tsx';
import { answersText } from '../../clinical/field-formats.ts';
import type { EntryDraft } from './entry-draft.ts';
import { SeverityQuestions } from './severity-questions.tsx';
import type { Translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { harmOf } from '../../clinical/marks.tsx';
import { responseHint, responseLabel, responseText, severityHint, severityLabel } from '../../clinical/code-labels.ts';

const severityOptionsOf = (t: Translate): Option<Severity>[] => [
  { value: null, mark: '–', meaning: t('mark.notGraded'), harm: 'none' },
  ...severities.map(({ code }) => ({
    value: code,
    mark: code,
    meaning: `${code}: ${severityLabel(code)}`,
    more: severityHint(code),
    harm: harmOf(code),
  })),
];
const responseOptionsOf = (t: Translate): Option<Response>[] => [
  { value: null, mark: t('mark.pending'), meaning: t('mark.pending'), harm: 'none' },
  ...responses.map(({ code }) => ({
    value: code,
    mark: responseText(code),
    shortcut: String(code),
    meaning: `${code}: ${responseLabel(code)}`,
    more: responseHint(code),
  })),
];

interface Props extends Pick<EntryDraft, 'errType' | 'errSeverity' | 'severityAnswers' | 'errRes'> {
  onChange: (patch: Partial<EntryDraft>) => void;
  disabled: boolean;
}

/**
 * Severity and response. While the focus is in either, a letter chooses the severity and a digit the response. Single
 * keys work only here (WCAG 2.1.4).
 */
export const Judgement = memo(function Judgement({
  errType,
  errSeverity: severity,
  severityAnswers,
  errRes: response,
  onChange,
  disabled,
}: Props) {
  const t = useTranslation();
  const severityOptions = useMemo(() => severityOptionsOf(t), [t]);
  const responseOptions = useMemo(() => responseOptionsOf(t), [t]);
  const box = useRef<HTMLDivElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isCleared = isNoError(errType);
  const focusOn = (group: number, index: number) =>
    box.current?.querySelectorAll('fieldset')[group]?.querySelectorAll('input')[index]?.focus();
  const close = (chosen: Severity | null) => {
    setIsAsking(false);
    focusOn(
      0,
      severityOptions.findIndex(({ value }) => value === chosen),
    );
  };
  const choose = (event: KeyboardEvent) => {
    if (disabled || isCleared || event.altKey || event.ctrlKey || event.metaKey) return;
    const key = latinKey(event);
    const severityAt = severityOptions.findIndex(({ value }) => value?.toLowerCase() === key);
    const responseAt = responseOptions.findIndex(({ value }) => String(value) === key);
    if (severityAt < 0 && responseAt < 0) return;
    event.preventDefault();
    if (severityAt >= 0) {
      onChange({ errSeverity: severityOptions[severityAt]?.value ?? null });
      focusOn(0, severityAt);
    } else {
      onChange({ errRes: responseOptions[responseAt]?.value ?? null });
      focusOn(1, responseAt);
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
        legend={t('entry.severity')}
        hint={t('entry.severityHint')}
        options={severityOptions}
        value={severity}
        onChoose={(errSeverity) => onChange({ errSeverity })}
        disabled={disabled || isCleared}
        helper={
          <Button
            type="button"
            size="xs"
            variant="ghost"
            aria-expanded={isAsking}
            disabled={disabled || isCleared}
            onClick={() => setIsAsking(!isAsking)}
          >
            <ListTree size={14} aria-hidden />
            {t('severityQuestions.open')}
          </Button>
        }
        note={
          severityAnswers.length === 0
            ? undefined
            : `${t('severityQuestions.by', { answers: answersText(severityAnswers) })} ${t('severityQuestions.dropped')}`
        }
      />
      <LetterChoice
        legend={t('entry.response')}
        hint={t('entry.responseHint')}
        options={responseOptions}
        value={response}
        onChoose={(errRes) => onChange({ errRes })}
        disabled={disabled || isCleared}
      />
      {isAsking && !disabled && !isCleared ? (
        <SeverityQuestions
          onSeverity={(errSeverity, answers) => {
            onChange({ errSeverity, severityAnswers: answers });
            close(errSeverity);
          }}
          onClose={() => close(severity)}
        />
      ) : null}
      {isCleared ? (
        <Box fontSize="xs" color="fg.muted" gridColumn="1 / -1">
          {t('entry.clearedByType')}
        </Box>
      ) : null}
    </Box>
  );
});

interface FollowUpProps extends Pick<EntryDraft, 'errType' | 'followUpDate'> {
  ref: RefObject<HTMLInputElement | null>;
  /** The reason why the server refused the date. */
  refused: string | undefined;
  disabled: boolean;
  onChange: (patch: Partial<EntryDraft>) => void;
}

/** After the note, so that the way by keyboard from drug to Ctrl+Enter does not pass it. It has its own shortcut. */
export const FollowUpField = memo(function FollowUpField({
  ref,
  errType,
  followUpDate,
  refused,
  disabled,
  onChange,
}: FollowUpProps) {
  const t = useTranslation();
  return (
    <Box gridColumn="1 / -1">
      <DateField
        ref={ref}
        size="sm"
        label={
          <>
            {t('entry.followUp')}
            <Box as="kbd" className="key-hint">
              {shortcutText(shortcuts.followUp)}
            </Box>
          </>
        }
        near={['today', 'tomorrow']}
        value={followUpDate ?? ''}
        onChange={(date) => onChange({ followUpDate: date || null })}
        error={refused}
        hint={t('entry.followUpHint')}
        disabled={disabled || isNoError(errType)}
      />
    </Box>
  );
});
