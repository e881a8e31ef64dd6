/** The values of a kind on a day: who recorded them, and their correction and removal. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Input } from '@chakra-ui/react/input';
import { Textarea } from '@chakra-ui/react/textarea';
import type { Answer } from 'language/contract/entities';
import type { Measurement } from 'language/contract/measurements';
import { measurementFields } from 'language/domain/admission/fields';
import { measurementKinds } from 'language/domain/measurements/kinds';
import { toCanonical } from 'language/domain/measurements/units';
import { limits, measurementSources } from 'language/domain/values/codes';
import { groupsOf } from 'language/domain/values/record-fields';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { actorNameOf } from '../../clinical/event-verb.ts';
import { labelsOf } from '../../clinical/field-formats.ts';
import { isKnownKind, isLevel, isUnlikely, unitText, valueText, type Person } from '../../clinical/measured-values.ts';
import { kindLabel } from '../../clinical/measurement-kinds.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText, readPreview } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { textsOf } from '../../editing/flat-fields.ts';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../editing/flat-save.tsx';
import { createVersionReader } from '../../editing/merge.ts';
import { mergedText } from '../../editing/merged-text.ts';
import { typedNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { formatDate, isDateOrEmpty, useToday } from '../../platform/time/dates.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheCorrected, cacheRemoved } from '../../sync/reads/measurements.ts';
import type { Cell } from './day-table.tsx';
import { isTimeOrEmpty, TimeField } from './time-field.tsx';

interface Props {
  cell: Cell;
  admission: string;
  person: Person;
  canMeasure: boolean;
  onClose: () => void;
  /** The history of a value. */
  renderTools: (value: Measurement) => ReactNode;
}

export default function ValueDialog({ cell, admission, person, canMeasure, onClose, renderTools }: Props) {
  const t = useTranslation();
  const [open, setOpen] = useState<{ what: 'correct' | 'remove'; value: Measurement }>();
  const title = t('values.of', { kind: kindLabel(cell.kind), date: formatDate(cell.day) });
  if (open)
    return open.what === 'correct' ? (
      <Correct value={open.value} person={person} title={title} onClose={onClose} />
    ) : (
      <Remove value={open.value} title={title} onClose={onClose} />
    );
  return (
    <Sheet open onClose={onClose}>
      <Dialog.Header>
        <Dialog.Title>
          <ClinicalText>{title}</ClinicalText>
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <Box as="ul" listStyleType="none" display="grid" gap="4">
          {cell.values.map((value) => (
            <li key={value._id}>
              <Facts of={value} />
              {value.admission === admission ? (
                <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" marginBlockStart="1">
                  {canMeasure ? (
                    <>
                      <Button size="xs" variant="outline" onClick={() => setOpen({ what: 'correct', value })}>
                        {t('values.correct')}
                      </Button>
                      <Button
                        size="xs"
                        variant="outline"
                        colorPalette="red"
                        onClick={() => setOpen({ what: 'remove', value })}
                      >
                        {t('values.remove')}
                      </Button>
                    </>
                  ) : null}
                  {renderTools(value)}
                </Box>
              ) : (
                <Link to={`${paths.admission.href(value.admission)}?tab=values`}>{t('values.toEarlierStay')}</Link>
              )}
            </li>
          ))}
        </Box>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t('values.close')}
        </Button>
      </Dialog.Footer>
    </Sheet>
  );
}

function Facts({ of: value }: { of: Measurement }) {
  const t = useTranslation();
  const { takenOn, takenAt, lastDoseOn, lastDoseAt, source, note, userId, userName, createdAt } = value;
  const lines = [
    `${`${formatDate(takenOn)} ${takenAt}`.trim()} · ${t(`values.source.${source}`)}`,
    lastDoseOn === null ? '' : t('values.lastDose', { at: `${formatDate(lastDoseOn)} ${lastDoseAt}`.trim() }),
    t('values.recordedBy', {
      name: actorNameOf({ actorId: userId, actorName: userName }),
      at: formatInstant(createdAt),
    }),
  ];
  return (
    <>
      <Box as="strong" fontSize="md">
        <ClinicalName>{valueText(value)}</ClinicalName>
      </Box>
      <Box fontSize="sm" color="fg.muted">
        {lines.filter(Boolean).map((line) => (
          <div key={line}>
            <ClinicalText>{line}</ClinicalText>
          </div>
        ))}
        {note === '' ? null : (
          <Box dir="auto" color="fg">
            <ClinicalText>{note}</ClinicalText>
          </Box>
        )}
      </Box>
    </>
  );
}

type Fields = Readonly<Record<keyof typeof measurementFields, string>>;
const fieldsOf = (value: Measurement): Fields => textsOf(measurementFields, value);
const groups = groupsOf(measurementFields);
const read = createVersionReader<Measurement, Fields>(['value', 'takenOn'], fieldsOf);
/** NaN for a text that is no number. */
const numberOf = (text: string): number => typedNumber(text) ?? Number.NaN;

function Correct({
  value,
  person,
  title,
  onClose,
}: Pick<Props, 'person' | 'onClose'> & { value: Measurement; title: string }) {
  const t = useTranslation();
  const today = useToday();
  const form = useFlatForm(fieldsOf(value), value.version);
  const { draft } = form;
  const draftKey = `${admissionDrafts(value.admission)}value:${value._id}`;
  const sendTo = useSendTo();
  const saving = useFlatSave<Fields, Answer<Measurement>>(form, {
    groups,
    read,
    draft: draftKey,
    send: ({ value: number, lastDoseOn, source, ...texts }, ifVersion) =>
      sendTo(admissionCalls.correctMeasurement, {
        params: { id: value.admission, measurementId: value._id },
        ifVersion,
        body: {
          ...texts,
          ...(number === undefined ? {} : { value: numberOf(number) }),
          ...(lastDoseOn === undefined ? {} : { lastDoseOn: lastDoseOn || null }),
          ...(source === undefined ? {} : { source: measurementSources.find((one) => one === source) }),
        },
      }),
    onSaved: (answer, mergedWith) => {
      notify.saved(t('values.corrected'), 2_500);
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
      void cacheCorrected(answer);
      onClose();
    },
    onTheirs: onClose,
  });
  useUnsaved(form.isDirty && !saving.isSaved ? t('values.unsaved') : undefined);
  const number = numberOf(draft.value);
  const isRead =
    Number.isFinite(number) &&
    isDateOrEmpty(draft.takenOn) &&
    isDateOrEmpty(draft.lastDoseOn) &&
    [draft.takenAt, draft.lastDoseAt].every(isTimeOrEmpty);
  const { kind } = value;
  const submit = async (): Promise<void> => {
    if (!isRead || !form.isDirty || saving.toDecide) return;
    const canonical = isKnownKind(kind) ? toCanonical(kind, number, draft.unit)?.canonical : undefined;
    const isSure =
      canonical === undefined ||
      !isUnlikely(kind, canonical, person, draft.takenOn) ||
      (await confirm({
        title: t('values.question.implausible'),
        body: valueText({ value: number, unit: draft.unit }),
        yes: t('values.question.yes'),
      }));
    if (isSure) saving.save();
  };
  const { refused } = saving;
  return (
    <FormDialog
      title={title}
      cancel={t('values.close')}
      submit={t('values.correct')}
      isBusy={saving.isBusy}
      isDisabled={!form.isDirty || !isRead}
      noValidate
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <FlatDraft form={form} of={draftKey} what={title} isDone={saving.isSaved} />
      <FormConflict saving={saving} labels={labelsOf(measurementFields)} />
      <Box display="grid" gap="3" gridTemplateColumns="1fr 1fr" alignItems="start">
        <FormField
          label={t('values.value')}
          error={Number.isFinite(number) ? refused['value'] : t('values.notANumber')}
        >
          <Input
            size="sm"
            inputMode="decimal"
            autoComplete="off"
            value={draft.value}
            onChange={({ target }) => form.change({ value: target.value })}
          />
        </FormField>
        <FormField label={t('values.unit')} error={refused['unit']}>
          <Select
            size="sm"
            value={draft.unit}
            onChange={(unit) => form.change({ unit })}
            options={(isKnownKind(kind) ? measurementKinds[kind].units : [value.unit]).map((unit) => [
              unit,
              unitText(unit),
            ])}
          />
        </FormField>
        <DateField
          size="sm"
          label={t('values.takenOn')}
          max={today}
          value={draft.takenOn}
          error={refused['takenOn']}
          onChange={(takenOn) => form.change({ takenOn })}
        />
        <TimeField
          label={t('values.takenAt')}
          value={draft.takenAt}
          error={refused['takenAt']}
          onChange={(takenAt) => form.change({ takenAt })}
        />
        {isLevel(kind) ? (
          <>
            <DateField
              size="sm"
              label={t('values.lastDoseOn')}
              max={draft.takenOn}
              value={draft.lastDoseOn}
              error={refused['lastDoseOn']}
              onChange={(lastDoseOn) => form.change({ lastDoseOn })}
            />
            <TimeField
              label={t('values.lastDoseAt')}
              value={draft.lastDoseAt}
              error={refused['lastDoseAt']}
              onChange={(lastDoseAt) => form.change({ lastDoseAt })}
            />
          </>
        ) : null}
        <FormField label={t('values.sourceLabel')} error={refused['source']}>
          <Select
            size="sm"
            value={draft.source}
            onChange={(source) => form.change({ source })}
            options={measurementSources.map((source) => [source, t(`values.source.${source}`)])}
          />
        </FormField>
        <FormField label={t('values.note')} error={refused['note']} hint={readPreview(draft.note)}>
          <Input
            size="sm"
            dir="auto"
            maxLength={limits.title}
            value={draft.note}
            onChange={({ target }) => form.change({ note: target.value })}
          />
        </FormField>
      </Box>
    </FormDialog>
  );
}

const blankRemoval = { reason: '' };

function Remove({ value, title, onClose }: Pick<Props, 'onClose'> & { value: Measurement; title: string }) {
  const t = useTranslation();
  const form = useFlatForm(blankRemoval, 0);
  const { reason } = form.draft;
  const draftKey = `${admissionDrafts(value.admission)}value:${value._id}:remove`;
  const remove = useCommand(admissionCalls.removeMeasurement, {
    draft: draftKey,
    onSuccess: (answer) => {
      notify.removed(t('values.removed'), valueText(value));
      void cacheRemoved(answer);
      onClose();
    },
  });
  useUnsaved(reason !== '' && !remove.isSuccess ? t('values.unsaved') : undefined);
  return (
    <FormDialog
      title={title}
      cancel={t('values.close')}
      submit={t('values.remove')}
      danger
      isBusy={remove.isPending}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate({
          params: { id: value.admission, measurementId: value._id },
          ifVersion: value.version,
          body: { reason },
        })
      }
    >
      <Facts of={value} />
      <FlatDraft form={form} of={draftKey} what={title} isNew isDone={remove.isSuccess} />
      <ErrorAlert error={remove.error} />
      <FormField label={t('values.reason')} required error={remove.error?.fields['reason']}>
        <Textarea
          dir="auto"
          rows={2}
          maxLength={limits.reason}
          value={reason}
          onChange={({ target }) => form.change({ reason: target.value })}
        />
      </FormField>
    </FormDialog>
  );
}
