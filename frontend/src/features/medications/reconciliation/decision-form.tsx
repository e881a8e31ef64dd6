/** The reason of a decision, and at the discharge what the patient is to take. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { needsReason, orderAfter } from 'language/domain/admission/reconciliation';
import { limits, type ReconciliationAction, type ReconciliationStage } from 'language/domain/values/codes';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { reconciliationActionLabel } from '../../../clinical/code-labels.ts';
import { labelOf } from '../../../clinical/field-formats.ts';
import type { ShownLine } from '../../../clinical/reconciled-lines.ts';
import { DateField } from '../../../components/forms/date-field.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { readPreview } from '../../../components/text/clinical-text.tsx';
import { FlatDraft, useFlatForm } from '../../../editing/flat-form.tsx';
import { useRefusedFields } from '../../../editing/refused-fields.ts';
import type { ApiError } from '../../../platform/http/api.ts';
import { isShortcut, shortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { useUnsaved } from '../../../platform/storage/unsaved-changes.ts';
import { dateProblemText } from '../../../platform/time/typed-date.ts';

export type DecisionTexts = Readonly<Record<'reason' | 'dose' | 'route' | 'frequency' | 'until' | 'advice', string>>;
const order = ['dose', 'route', 'frequency'] as const;

/** The draft of a decision. */
export const decisionDraft = (admission: string, stage: ReconciliationStage, id: string): string =>
  `reconcile/${admission}/${stage}.${id}`;

interface Props {
  admission: string;
  stage: ReconciliationStage;
  line: ShownLine;
  action: ReconciliationAction;
  isBusy: boolean;
  error: ApiError | null;
  onSave: (fields: DecisionTexts) => void;
  onCancel: () => void;
}

export function DecisionForm({ admission, stage, line, action, isBusy, error, onSave, onCancel }: Props) {
  const t = useTranslation();
  const { decision, label } = line;
  const isDischarge = stage === 'discharge';
  const suggested = decision?.action === action ? decision : orderAfter(action, line);
  const form = useFlatForm<DecisionTexts>(
    {
      reason: decision?.reason ?? '',
      dose: suggested?.dose ?? '',
      route: suggested?.route ?? '',
      frequency: suggested?.frequency ?? '',
      until: decision?.until ?? '',
      advice: decision?.advice ?? '',
    },
    0,
  );
  const { draft, change } = form;
  const [isMissing, setIsMissing] = useState(false);
  const reason = useRef<HTMLInputElement>(null);
  useEffect(() => reason.current?.focus(), []);
  const of = decisionDraft(admission, stage, line.id.id);
  const what = t('reconciliation.decisionOf', { label });
  useUnsaved(form.isDirty ? what : undefined);
  const refused = useRefusedFields(error, form.draft);
  const refusedIn = (field: string): string | undefined => refused.fields[`lines.0.${field}`];
  const untilProblem = dateProblemText(draft.until);
  const submit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    const isReasonMissing = needsReason(stage, action) && draft.reason.trim() === '';
    setIsMissing(isReasonMissing);
    if (isReasonMissing) reason.current?.focus();
    else if (!isBusy && untilProblem === undefined) onSave(draft);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The keys of the row choose another decision.
    event.stopPropagation();
    if (event.key === 'Escape' && !isBusy) onCancel();
    if (isShortcut(event.nativeEvent, shortcuts.save)) submit(event);
  };
  const text = (field: Exclude<keyof DecisionTexts, 'until'>) => ({
    size: 'sm' as const,
    dir: 'auto' as const,
    autoComplete: 'off',
    maxLength: field === 'advice' || field === 'reason' ? limits.reason : limits.title,
    value: draft[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <Box asChild padding="3" bg="bg.subtle" flexBasis="100%">
      {/* The keys work in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form aria-label={what} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <FlatDraft form={form} of={of} what={what} isNew />
        <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: 'repeat(6, minmax(0, 1fr))' }}>
          <Box gridColumn="1 / -1">
            <FormField
              label={t('reconciliation.reasonOf', { action: reconciliationActionLabel(action) })}
              hint={isDischarge ? t(`reconciliation.reasonHint.${action}`) : undefined}
              error={isMissing ? t('reconciliation.reasonMissing') : refusedIn('reason')}
              disabled={isBusy}
            >
              <Input ref={reason} {...text('reason')} />
            </FormField>
          </Box>
          {isDischarge && action !== 'stopped'
            ? order.map((field) => (
                <Box key={field} gridColumn={{ md: 'span 2' }}>
                  <FormField
                    label={labelOf(field)}
                    hint={readPreview(draft[field])}
                    error={refusedIn(field)}
                    disabled={isBusy}
                  >
                    <Input {...text(field)} />
                  </FormField>
                </Box>
              ))
            : null}
          {isDischarge && action !== 'stopped' ? (
            <Box gridColumn={{ md: 'span 2' }}>
              <DateField
                label={action === 'held' ? t('reconciliation.heldUntil') : t('reconciliation.until')}
                size="sm"
                value={draft.until}
                onChange={(until) => change({ until })}
                error={untilProblem ?? refusedIn('until')}
                hint={action === 'held' ? t('reconciliation.heldUntilHint') : t('reconciliation.untilHint')}
                disabled={isBusy}
              />
            </Box>
          ) : null}
          {isDischarge ? (
            <Box gridColumn={{ md: action === 'stopped' ? '1 / -1' : 'span 4' }}>
              <FormField
                label={t('reconciliation.advice')}
                hint={t('reconciliation.adviceHint')}
                error={refusedIn('advice')}
                disabled={isBusy}
              >
                <Input {...text('advice')} />
              </FormField>
            </Box>
          ) : null}
        </Box>
        <Box display="flex" gap="2" marginBlockStart="2">
          <Button type="submit" size="sm" loading={isBusy}>
            {t('medication.save')}
          </Button>
          <Button type="button" size="sm" variant="ghost" disabled={isBusy} onClick={onCancel}>
            {t('medication.cancel')}
          </Button>
        </Box>
      </form>
    </Box>
  );
}
