import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { DrugErr } from 'language/contract/entities';
import { CalendarClock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../platform/http/api.ts';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { isDateOrEmpty } from '../../platform/time/dates.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FollowUpMark } from '../../clinical/marks.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  entry: DrugErr;
  canPlan: boolean;
  /** True if the form is shown in place of the date. */
  isOpen: boolean;
  busy: boolean;
  error: ApiError | null;
  onToggle: (isOpen: boolean) => void;
  /** `null` removes the date. */
  onPlan: (date: string | null) => void;
}

/** The follow-up date of an entry, with its form for those who can set it (docs/product.md, "Follow-up dates"). */
export function FollowUp({ entry, canPlan, isOpen, busy, error, onToggle, onPlan }: Props) {
  const t = useTranslation();
  const mark = entry.followUpDate === null ? null : <FollowUpMark date={entry.followUpDate} waiting />;
  if (isOpen)
    return <FollowUpForm entry={entry} busy={busy} error={error} onClose={() => onToggle(false)} onPlan={onPlan} />;
  return (
    <>
      {mark}
      {canPlan ? (
        <Button
          size="xs"
          variant="ghost"
          data-plan={entry._id}
          onClick={() => onToggle(true)}
          aria-label={t(mark ? 'handover.movePlanOf' : 'handover.planOf', { drug: entry.errDrugLabel })}
        >
          <CalendarClock size={14} aria-hidden />
          {mark ? t('handover.moveFollowUp') : t('handover.setFollowUp')}
        </Button>
      ) : null}
    </>
  );
}

function FollowUpForm({
  entry,
  busy,
  error,
  onClose,
  onPlan,
}: Pick<Props, 'entry' | 'busy' | 'error' | 'onPlan'> & { onClose: () => void }) {
  const t = useTranslation();
  const [date, setDate] = useState(entry.followUpDate ?? '');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useRestoreFocus(() => document.querySelector<HTMLElement>(`[data-plan="${entry._id}"]`));
  return (
    // Escape works in every field of the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="aside"
      aria-label={t('handover.followUpOf', { drug: entry.errDrugLabel })}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDateOrEmpty(date)) return;
        if (date === (entry.followUpDate ?? '')) onClose();
        else onPlan(date || null);
      }}
    >
      {/* The row ignores keys that are typed into an input. */}
      <Box width="10.5rem">
        <DateField
          ref={input}
          size="xs"
          label={t('handover.setFollowUp')}
          isLabelHidden
          near={['today', 'tomorrow']}
          disabled={busy}
          value={date}
          onChange={setDate}
        />
      </Box>
      <Button type="submit" size="xs" disabled={busy}>
        {t('handover.save')}
      </Button>
      {entry.followUpDate === null ? null : (
        <Button type="button" size="xs" variant="outline" disabled={busy} onClick={() => onPlan(null)}>
          {t('handover.clear')}
        </Button>
      )}
      <Button type="button" size="xs" variant="ghost" disabled={busy} onClick={onClose}>
        {t('handover.cancel')}
      </Button>
      <ErrorAlert error={error} />
    </form>
  );
}
