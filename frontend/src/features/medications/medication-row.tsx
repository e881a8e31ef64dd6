import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import type { AdmissionMedication } from 'language/contract/entities';
import { CirclePause, CirclePlay, CircleStop, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import type { ApiError } from '../../platform/http/api.ts';
import { paths } from '../../platform/paths.ts';
import { playSuccess } from '../../platform/sound.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { cacheMedication, removeCachedMedication } from './api.ts';
import { holdText, isTaken } from '../../clinical/listed-medications.ts';
import { Given, givenStyle, Held } from '../../clinical/given.tsx';
import { showDrug } from '../../clinical/shown-drug.ts';
import { formatList } from '../../platform/language/format.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { HoldForm } from './hold-form.tsx';
import { understoodOf } from './understood.ts';
import type { useReorder } from './use-reorder.ts';

export const medicationListStyle = {
  '& ul': { listStyle: 'none', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2', overflow: 'hidden' },
  '& li + li': { borderTopWidth: '1px', borderColor: 'border.muted' },
  '& .row': {
    display: 'flex',
    flexWrap: { base: 'wrap', sm: 'nowrap' },
    alignItems: 'flex-start',
    gap: '2',
    paddingBlock: '2',
    paddingInline: { base: '2', md: '3' },
  },
  '& .row[data-over]': { color: 'fg.muted', bg: 'bg.subtle' },
  '& li[data-drop=before]': { boxShadow: 'inset 0 2px 0 {colors.brand.solid}' },
  '& li[data-drop=after]': { boxShadow: 'inset 0 -2px 0 {colors.brand.solid}' },
  '& li[data-dragged] .row': { opacity: 0.5 },
  '& .body': { flex: { base: '1 1 60%', sm: '1' }, minWidth: 0, paddingBlockStart: '2px' },
  '& .drug-name': { _hover: { textDecoration: 'underline' } },
  '& .first': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '3' },
  ...givenStyle,
  '& .dates': { fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  '& .understood': { fontSize: 'xs', color: 'fg.muted', '& > * + *': { marginInlineStart: '3' } },
  '& .note': {
    fontSize: 'sm',
    color: 'fg.muted',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    unicodeBidi: 'plaintext',
    textAlign: 'start',
  },
  '& .actions': {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    marginInlineStart: 'auto',
  },
  '& .handle': { cursor: 'grab', touchAction: 'none', color: 'fg.subtle', flexShrink: 0 },
  '& [data-dragged] .handle': { cursor: 'grabbing' },
};

/** The name of a drug: a press shows its page beside the chart. In another tab it is a page of its own. */
function DrugName({ id, label }: { id: string; label: string }) {
  const t = useTranslation();
  return (
    <strong>
      <a
        className="drug-name"
        href={paths.drug.href(id)}
        title={t('drug.page.open')}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          showDrug(id);
        }}
      >
        <ClinicalName>{label}</ClinicalName>
      </a>
    </strong>
  );
}

/** The drug with dose, route and frequency, within `.first`. */
export function DrugAndDose({
  of: { drug, drugLabel, dose, route, frequency },
}: {
  of: Pick<AdmissionMedication, 'drug' | 'drugLabel' | 'dose' | 'route' | 'frequency'>;
}) {
  return (
    <>
      <DrugName id={drug} label={drugLabel} />
      <Given of={{ dose, route, frequency }} />
    </>
  );
}

/** A medication as text. @param now the day for which it is shown */
export function MedicationLines({ medication, now }: { medication: AdmissionMedication; now: string }) {
  const t = useTranslation();
  const { startDate, stopDate, note } = medication;
  const end = stopDate === null ? '' : isTaken(medication, now) ? 'Until' : 'Stopped';
  return (
    <div className="body">
      <div className="first">
        <DrugAndDose of={medication} />
        <span className="dates">
          <ClinicalText>
            {t(`medication.taken.${startDate > now ? 'from' : 'since'}${end}`, {
              from: formatDate(startDate),
              to: formatDate(stopDate),
            })}
          </ClinicalText>
        </span>
      </div>
      <UnderstoodLine medication={medication} />
      <Held of={medication} day={now} />
      {note === '' ? null : (
        <div className="note">
          <ClinicalText>{note}</ClinicalText>
        </div>
      )}
    </div>
  );
}

/** The indication, the culture, the amount of a day, and the lines that checks cannot read. */
function UnderstoodLine({ medication }: { medication: AdmissionMedication }) {
  const t = useTranslation();
  const { dose, route, frequency, indication, culture } = medication;
  const { unchecked, daily } = useMemo(() => understoodOf({ dose, route, frequency }), [dose, route, frequency]);
  if (indication === '' && culture === '' && daily === '' && unchecked.length === 0) return null;
  return (
    <div className="understood">
      {indication === '' ? null : (
        <span>
          <ClinicalText>{t('medication.for', { indication })}</ClinicalText>
        </span>
      )}
      {culture === '' ? null : (
        <span>
          <ClinicalText>{t('medication.cultureOf', { culture })}</ClinicalText>
        </span>
      )}
      {daily === '' ? null : (
        <span>
          <ClinicalText>{daily}</ClinicalText>
        </span>
      )}
      {unchecked.length === 0 ? null : (
        <span title={t('medication.uncheckedHint')}>
          {t('medication.unchecked', { lines: formatList(unchecked.map((line) => t(`medication.fields.${line}`))) })}
        </span>
      )}
    </div>
  );
}

interface RowProps {
  medication: AdmissionMedication;
  /** Today. */
  now: string;
  canEdit: boolean;
  /** Undefined: the row cannot be moved. */
  handleProps: ReturnType<ReturnType<typeof useReorder>['handleProps']> | undefined;
  onEdit: () => void;
}

/** A row of the list. With `canEdit` it has the buttons to stop, edit and delete. */
export function MedicationRow({ medication, now, canEdit, handleProps, onEdit }: RowProps) {
  const t = useTranslation();
  const { _id, admission, version, drugLabel, startDate, stopDate } = medication;
  const isTakenNow = isTaken(medication, now);
  const [dismissed, setDismissed] = useState<ApiError>();
  const stop = useCommand(admissionCalls.stopMedication, {
    onSuccess: (answer) => {
      notify.saved(t('medication.toast.stopped', { label: drugLabel }), 2_500);
      void cacheMedication(answer);
    },
  });
  const remove = useCommand(admissionCalls.deleteMedication, {
    onSuccess: (deleted) => {
      playSuccess();
      notify.removed(t('medication.toast.removed'), t('medication.toast.removedText', { label: drugLabel }));
      void removeCachedMedication(deleted).then(() =>
        document.querySelector<HTMLElement>('[data-add-medication]')?.focus(),
      );
    },
  });
  const resume = useCommand(admissionCalls.resumeMedication, {
    onSuccess: (answer) => {
      notify.saved(t('medication.toast.resumed', { label: drugLabel }), 2_500);
      void cacheMedication(answer);
    },
  });
  const [isHolding, setIsHolding] = useState(false);
  const isOnHold = holdText(medication, now) !== '';
  const busy = stop.isPending || remove.isPending || resume.isPending;
  const params = { id: admission, medId: _id };
  const askToRemove = async () => {
    if (
      await confirm({ title: t('medication.sure'), body: t('medication.removing', { label: drugLabel }), danger: true })
    )
      remove.mutate({ params, ifVersion: version });
  };
  const error = lastError(stop, remove, resume);
  return (
    <>
      <div className="row" data-drug={medication.drug} data-over={isTakenNow ? undefined : ''} aria-busy={busy}>
        {handleProps ? (
          <IconButton
            className="handle"
            size="xs"
            variant="plain"
            data-print="hide"
            aria-label={t('medication.move', { label: drugLabel })}
            {...handleProps}
          >
            <GripVertical size={16} aria-hidden />
          </IconButton>
        ) : null}
        <MedicationLines medication={medication} now={now} />
        {canEdit ? (
          <div className="actions" data-print="hide">
            {isTakenNow && isOnHold ? (
              <Button
                size="xs"
                variant="ghost"
                aria-label={t('medication.resumeOf', { label: drugLabel })}
                disabled={busy}
                onClick={() => resume.mutate({ params, ifVersion: version, body: {} })}
              >
                <CirclePlay size={15} aria-hidden />
                {t('medication.resume')}
              </Button>
            ) : null}
            {isTakenNow && !isOnHold && startDate <= now ? (
              <Button
                size="xs"
                variant="ghost"
                aria-label={t('medication.holdOf', { label: drugLabel })}
                aria-expanded={isHolding}
                disabled={busy}
                onClick={() => setIsHolding(!isHolding)}
              >
                <CirclePause size={15} aria-hidden />
                {t('medication.hold')}
              </Button>
            ) : null}
            {stopDate === null && startDate <= now ? (
              <Button
                size="xs"
                variant="ghost"
                aria-label={t('medication.stopOf', { label: drugLabel })}
                disabled={busy}
                onClick={() => stop.mutate({ params, ifVersion: version, body: {} })}
              >
                <CircleStop size={15} aria-hidden />
                {t('medication.stop')}
              </Button>
            ) : null}
            <IconButton
              size="xs"
              variant="ghost"
              data-edit
              aria-label={t('medication.edit', { label: drugLabel })}
              disabled={busy}
              onClick={onEdit}
            >
              <Pencil size={15} aria-hidden />
            </IconButton>
            <IconButton
              size="xs"
              variant="ghost"
              aria-label={t('medication.remove', { label: drugLabel })}
              disabled={busy}
              onClick={() => void askToRemove()}
            >
              <Trash2 size={15} aria-hidden />
            </IconButton>
          </div>
        ) : null}
      </div>
      {isHolding && canEdit && !isOnHold ? (
        <HoldForm medication={medication} onDone={() => setIsHolding(false)} />
      ) : null}
      {error && error !== dismissed ? (
        <Box padding="2">
          <ErrorAlert error={error} onDismiss={() => setDismissed(error)} />
        </Box>
      ) : null}
    </>
  );
}

/** The medications of an admission on a past day. `arrivals` is keyed by `medication:<id>`. */
export function ReadOnlyMedications({
  medications,
  now,
  arrivals,
}: {
  medications: readonly AdmissionMedication[];
  now: string;
  arrivals: ReadonlyMap<string, Arrival>;
}) {
  const t = useTranslation();
  return (
    <Box as="section" aria-label={t('medication.list')} css={medicationListStyle}>
      <ul>
        {medications.map((medication) => (
          <li
            key={medication._id}
            data-item={`medication-${medication._id}`}
            data-new={arrivals.get(`medication:${medication._id}`)}
          >
            <div className="row" data-over={isTaken(medication, now) ? undefined : ''}>
              <MedicationLines medication={medication} now={now} />
            </div>
          </li>
        ))}
      </ul>
    </Box>
  );
}
