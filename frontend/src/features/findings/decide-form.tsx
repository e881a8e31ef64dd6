/** Defers a finding until a day, or dismisses it with a reason. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { DecidedFinding } from 'language/contract/findings';
import { limits } from 'language/domain/values/codes';
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { formatDate, today } from '../../platform/time/dates.ts';
import { dateProblemText, moveDate } from '../../platform/time/typed-date.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheDecision } from '../../sync/reads/findings.ts';

const DEFERRED_DAYS = 3;
const quickReasons = ['intended', 'monitored', 'notForThis'] as const;

interface Props {
  kind: 'defer' | 'dismiss';
  admission: string;
  finding: DecidedFinding;
  /** The drugs that the finding is of. */
  drugs: string;
  onDone: () => void;
  onCancel: () => void;
}

export function DecideForm({ kind, admission, finding, drugs, onDone, onCancel }: Props) {
  const t = useTranslation();
  const day = today();
  const form = useFlatForm<Record<'until' | 'reason', string>>(
    { until: moveDate(day, { days: DEFERRED_DAYS }), reason: '' },
    0,
  );
  const { until, reason } = form.draft;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [kind]);
  const isDeferral = kind === 'defer';
  const title = t(isDeferral ? 'findings.deferOf' : 'findings.dismissOf', { drugs });
  const draft = `${admissionDrafts(admission)}finding:${finding.key}`;
  const decide = useCommand(admissionCalls.decideFinding, {
    draft,
    onSuccess: (answer) => {
      notify.saved(isDeferral ? t('findings.deferred', { date: formatDate(until) }) : t('findings.dismissed'), 2_500);
      void cacheDecision(answer).then(onDone);
    },
  });
  useUnsaved(reason.trim() === '' || decide.isSuccess ? undefined : title);
  const refused = useRefusedFields(decide.error, form.draft);
  const bounds = { min: moveDate(day, { days: 1 }), max: moveDate(day, { days: limits.deferredDays }) };
  const isReady = isDeferral ? dateProblemText(until, bounds) === undefined && until !== '' : reason.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (decide.isPending || !isReady) return field.current?.focus();
    decide.mutate({
      params: { id: admission },
      body: {
        finding,
        decision: isDeferral ? { kind: 'deferred', until } : { kind: 'dismissed', reason: reason.trim() },
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !decide.isPending) onCancel();
  };
  return (
    <Box asChild className="below" display="flex" flexWrap="wrap" alignItems="flex-end" gap="2" paddingBlockEnd="2">
      {/* Escape works in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form aria-label={title} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
        <FlatDraft form={form} of={draft} what={title} isNew isDone={decide.isSuccess} />
        <ErrorAlert error={refused.error} />
        <Box flex="1 1 14rem">
          {isDeferral ? (
            <DateField
              ref={field}
              label={t('findings.until')}
              size="sm"
              {...bounds}
              value={until}
              onChange={(value) => form.change({ until: value })}
              error={refused.fields['until']}
            />
          ) : (
            <FormField label={t('findings.reason')} required error={refused.fields['reason']}>
              <Input
                ref={field}
                size="sm"
                dir="auto"
                autoComplete="off"
                maxLength={limits.dismissalReason}
                value={reason}
                onChange={(event) => form.change({ reason: event.target.value })}
              />
            </FormField>
          )}
        </Box>
        <Box display="flex" flexWrap="wrap" gap="1.5">
          {isDeferral
            ? null
            : quickReasons.map((quick) => (
                <Button
                  key={quick}
                  type="button"
                  size="xs"
                  variant="outline"
                  colorPalette="gray"
                  onClick={() => {
                    form.change({ reason: t(`findings.reasons.${quick}`) });
                    field.current?.focus();
                  }}
                >
                  {t(`findings.reasons.${quick}`)}
                </Button>
              ))}
          <Button type="submit" size="sm" loading={decide.isPending} disabled={!isReady}>
            {t(isDeferral ? 'findings.defer' : 'findings.dismiss')}
          </Button>
          <Button type="button" size="sm" variant="ghost" disabled={decide.isPending} onClick={onCancel}>
            {t('findings.cancel')}
          </Button>
        </Box>
      </form>
    </Box>
  );
}
