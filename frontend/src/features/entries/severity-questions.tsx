import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Severity } from 'language/domain/values/codes';
import { answersTo, isQuestion, reachedBy, type SeverityAnswer } from 'language/domain/values/severity-questions';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { severityAnswerLabel, severityLabel } from '../../clinical/code-labels.ts';
import { latinKey } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/**
 * Leads to the severity letter by at most three questions, by touch or by the digits of the answers. An answer that ends
 * the questions says its letter, with the wording of the letter.
 */
export function SeverityQuestions({
  onSeverity,
  onClose,
}: {
  onSeverity: (severity: Severity, answers: SeverityAnswer[]) => void;
  onClose: () => void;
}) {
  const t = useTranslation();
  const [given, setGiven] = useState<readonly SeverityAnswer[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const reached = reachedBy(given);
  const question = reached !== undefined && isQuestion(reached) ? reached : 'reach';
  const answers = answersTo(question);
  useLayoutEffect(() => box.current?.querySelector('button')?.focus(), [question]);

  const give = (answer: SeverityAnswer) => {
    const all = [...given, answer];
    const next = reachedBy(all);
    if (next !== undefined && !isQuestion(next)) onSeverity(next, all);
    else setGiven(all);
  };
  // The keys of the letters and responses around it, and Escape of the form, are not meant.
  const onKeys = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.key === 'Tab') return;
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    const chosen = answers[Number(latinKey(event)) - 1];
    if (chosen === undefined) return;
    event.preventDefault();
    give(chosen[0]);
  };
  return (
    <Box
      ref={box}
      role="group"
      aria-label={t('severityQuestions.title')}
      gridColumn="1 / -1"
      borderWidth="1px"
      borderColor="border.emphasized"
      borderRadius="l2"
      padding="2"
      onKeyDown={onKeys}
    >
      <Box fontSize="sm" fontWeight="semibold" marginBlockEnd="2" aria-live="polite">
        {t(`severityQuestion.${question}`)}
      </Box>
      <Box display="grid" gap="1">
        {answers.map(([answer, next], index) => (
          <Button
            key={answer}
            type="button"
            size="sm"
            variant="outline"
            justifyContent="flex-start"
            height="auto"
            minHeight="9"
            paddingBlock="1.5"
            whiteSpace="normal"
            textAlign="start"
            onClick={() => give(answer)}
          >
            <Box as="kbd" className="key-hint">
              {index + 1}
            </Box>
            <span>
              {severityAnswerLabel(answer)}
              {isQuestion(next) ? null : (
                <Box as="span" color="fg.muted" fontWeight="normal">{` · ${next}: ${severityLabel(next)}`}</Box>
              )}
            </span>
          </Button>
        ))}
      </Box>
      <Box display="flex" gap="2" marginBlockStart="2">
        {given.length === 0 ? null : (
          <Button type="button" size="xs" variant="ghost" onClick={() => setGiven(given.slice(0, -1))}>
            {t('severityQuestions.back')}
          </Button>
        )}
        <Button type="button" size="xs" variant="ghost" onClick={onClose}>
          {t('severityQuestions.close')}
        </Button>
      </Box>
    </Box>
  );
}
