import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { AdmissionMedication, Answer } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { paths } from '../../platform/paths.ts';
import { drugsQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { today } from '../../platform/time/dates.ts';
import { admissionDrafts, drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { useFlatForm } from '../../editing/flat-form.tsx';
import { useFlatSave, FormConflict } from '../../editing/flat-save.tsx';
import { bufferKeysUntil, type EndBuffering } from '../../platform/keyboard/key-buffer.ts';
import { useKeptDraft } from '../../editing/use-kept-draft.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { mergedText } from '../../editing/merged-text.ts';
import { createCommandSender } from '../../outbox/outbox.ts';
import { QueuedError, refusalError, type PendingCommand } from '../../outbox/pending-command.ts';
import { isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { playSuccess } from '../../platform/sound.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { FormFoot } from '../../components/forms/form-foot.tsx';
import { readPreview } from '../../components/text/clinical-text.tsx';
import { OtherEditors } from './edited-medication.tsx';
import { useIsAntibiotic } from '../../clinical/antibiotics.ts';
import { usePatientDrugs } from '../../clinical/patient-drugs.ts';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import {
  readMedication,
  blankMedication,
  bodyOf,
  changesOf,
  fieldsOf,
  medicationGroups,
  missingIn,
  type MedicationBody,
  type MedicationDraft,
  type MedicationFields,
} from './medication-fields.ts';
import { frequencies, routes, type Suggestion } from '../../clinical/routes-and-frequencies.ts';

export const medicationDraftKey = (user: string, admission: string, medication: string | undefined): DraftKey => ({
  user,
  of: `${admissionDrafts(admission)}medication:${medication ?? 'new'}`,
});

/**
 * The time for which keys are buffered for the next form. Longer than the outbox waits before the
 * form closes unanswered.
 */
const KEY_BUFFER_MS = 60_000;

interface Props {
  admission: string;
  user: string;
  /** Undefined: a new medication. */
  medication?: AdmissionMedication | undefined;
  /** The draft that was kept when the tab or the page was left. */
  restored?: { draft: MedicationDraft; version: number } | undefined;
  /** The command that the person took back from the outbox to change it. */
  withdrawn?: PendingCommand | undefined;
  /** Another person deleted it while it was edited: saving adds it again. */
  isDeleted?: boolean;
  /** No form of another new medication follows. */
  isLast?: boolean;
  /** `next`: another new medication follows. */
  onDone: (next: boolean) => void;
}

/** The form of one medication. Ctrl+Enter saves; after a new medication it opens the form of the next one. */
export function MedicationForm({
  admission,
  user,
  medication,
  restored,
  withdrawn,
  isDeleted = false,
  isLast = false,
  onDone,
}: Props) {
  const t = useTranslation();
  const [initialFields] = useState(() => (medication ? fieldsOf(medication) : blankMedication(today())));
  const form = useFlatForm<MedicationFields>(
    medication ? fieldsOf(medication) : initialFields,
    medication?.version ?? 0,
    restored,
  );
  const { draft, isDirty, change } = form;
  const [isMissingShown, setIsMissingShown] = useState(false);
  const drugs = useQuery(drugsQuery());
  const choices = drugs.data && tradeLabelChoices(drugs.data);
  const formElement = useRef<HTMLFormElement>(null);
  const patientDrugs = usePatientDrugs();
  const isAntibiotic = useIsAntibiotic(draft.drug);
  // The field stays while its text is deleted.
  const [hadCulture] = useState(draft.culture !== '');
  const drugInput = useRef<HTMLInputElement>(null);
  /** True if another new medication follows this one. */
  const isNextWanted = useRef(false);
  /** The next form opens with the server's answer. Keys typed until then go into it, or are dropped on a failure. */
  const endBuffering = useRef<EndBuffering>(undefined);
  const listIds = { route: useId(), frequency: useId() };
  const key = medicationDraftKey(user, admission, medication?._id);
  const isClosed = useRef(false);
  const isNew = medication === undefined || isDeleted;

  useEffect(() => {
    (isNew ? drugInput.current : formElement.current?.querySelector<HTMLElement>('[data-first]'))?.focus({
      preventScroll: true,
    });
    formElement.current?.scrollIntoView({ block: 'nearest' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the form opens
  }, []);

  const close = () => {
    isClosed.current = true;
    drafts.remove(key);
    onDone(isNextWanted.current);
  };
  const finish = (message: string) => {
    playSuccess();
    notify.saved(message, 2_500);
    close();
  };
  const [sender] = useState(() => createCommandSender(withdrawn));
  const abortController = useRef<AbortController>(undefined);
  useEffect(() => () => abortController.current?.abort(), []);
  const saving = useFlatSave(form, {
    groups: medicationGroups,
    read: readMedication,
    refusedBefore: withdrawn && refusalError(withdrawn),
    send: (changed, ifVersion) => {
      abortController.current = new AbortController();
      const command = {
        what: unsavedName(draft),
        where: `${paths.admission.href(admission)}?tab=medication`,
        of: key.of,
        draft: form.unsaved,
        base: isNew ? undefined : form.base.version,
      };
      const change = (medId: string, body: Partial<MedicationBody>) => ({
        method: admissionCalls.updateMedication.method,
        path: admissionCalls.updateMedication.path,
        params: { id: admission, medId },
        body,
      });
      const call = isNew
        ? {
            method: admissionCalls.addMedication.method,
            path: admissionCalls.addMedication.path,
            params: { id: admission },
            body: bodyOf(draft),
          }
        : { ...change(medication._id, changesOf(changed)), ifVersion };
      return sender.send<Answer<AdmissionMedication>>(
        { ...command, call },
        (id) => change(isNew ? id : medication._id, bodyOf(draft)),
        abortController.current.signal,
      );
    },
    onSaved: (_, mergedWith) => {
      finish(isNew ? t('medication.toast.added') : t('medication.toast.edited'));
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
    },
    // A queued command is shown by the list, so the form closes.
    onError: (error) => {
      if (error instanceof QueuedError) close();
      else endBuffering.current?.('drop');
    },
    onTheirs: () => close(),
  });
  // A form without changes closes when its medication is deleted.
  useEffect(() => {
    if (isDeleted && !isDirty) close();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when it is deleted
  }, [isDeleted]);
  const { isBusy } = saving;
  // While a save is under way, the outbox keeps the text.
  const unsaved = isBusy ? undefined : form.unsaved;
  useUnsaved(unsaved && unsavedName(draft));
  useKeptDraft(key, unsaved, isNew ? undefined : form.base.version, () => (isClosed.current ? undefined : unsaved));
  const missing = missingIn(draft);
  const errors: Partial<Record<keyof MedicationFields, string>> = {
    ...(isMissingShown ? missing : {}),
    ...saving.refused,
  };

  const save = () => {
    if (isBusy || saving.toDecide) return;
    if (Object.keys(missing).length > 0) {
      setIsMissingShown(true);
      return;
    }
    if (isNew || isDirty) {
      const currentDrugInput = drugInput.current;
      if (isNextWanted.current)
        endBuffering.current = bufferKeysUntil(
          (focused) => focused !== currentDrugInput && focused.matches('[role=combobox]'),
          KEY_BUFFER_MS,
        );
      saving.save();
    } else close();
  };
  useEffect(() => {
    if (isMissingShown) formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isMissingShown]);
  const shown = (field: keyof MedicationFields, value: string) => ({
    text: field === 'drug' ? (drugs.data?.find(({ _id }) => _id === value)?.label ?? value) : value,
  });
  const cancel = async () => {
    if (
      !isDirty ||
      (await confirm({
        title: t('medication.discard.title'),
        body: t('medication.discard.body'),
        yes: t('medication.discard.yes'),
        no: t('medication.discard.no'),
        danger: true,
      }))
    ) {
      isNextWanted.current = false;
      close();
    }
  };
  /** True if a list of choices is open in the form: Escape closes that first. */
  const isListOpen = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    if (isShortcut(event.nativeEvent, shortcuts.save)) {
      event.preventDefault();
      isNextWanted.current = isNew && !isLast;
      save();
    }
    if (event.key === 'Escape' && !isListOpen.current && !isBusy) void cancel();
  };
  const control = (name: keyof MedicationFields) => ({
    size: 'sm' as const,
    value: draft[name],
    autoComplete: 'off',
    maxLength: limits.title,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  });
  const dateControl = (name: 'startDate' | 'stopDate') => ({
    size: 'sm' as const,
    near: ['yesterday', 'today'] as const,
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
  });

  return (
    <Box
      asChild
      bg="bg.panel"
      borderWidth="1px"
      borderColor="brand.solid"
      borderRadius="l2"
      padding={{ base: '3', md: '4' }}
      marginBlock="2"
    >
      {/* The shortcuts work in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={formElement}
        aria-label={
          medication ? t('medication.form.edit', { label: medication.drugLabel }) : t('medication.form.fresh')
        }
        noValidate
        onKeyDown={onKeyDown}
        onKeyDownCapture={(event) => {
          isListOpen.current = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
        }}
        onSubmit={(event) => {
          event.preventDefault();
          isNextWanted.current = false;
          save();
        }}
      >
        <FormConflict
          saving={saving}
          labels={
            {
              drug: t('medication.fields.drug'),
              dose: t('medication.fields.dose'),
              route: t('medication.fields.route'),
              frequency: t('medication.fields.frequency'),
              indication: t('medication.fields.indication'),
              culture: t('medication.fields.culture'),
              startDate: t('medication.fields.startDate'),
              stopDate: t('medication.fields.stopDate'),
              note: t('medication.fields.note'),
            } satisfies Record<keyof MedicationBody, string>
          }
          shown={shown}
        />
        {medication ? <OtherEditors medication={medication._id} admission={admission} user={user} /> : null}
        {isDeleted ? (
          <Box role="status" fontSize="sm" bg="amber.subtle" padding="2" borderRadius="l2" marginBlockEnd="2">
            {t('medication.deletedMeanwhile')}
          </Box>
        ) : null}
        <Box
          display="grid"
          gap="3"
          gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' }}
        >
          <Box gridColumn={{ base: '1 / -1', lg: 'span 3' }}>
            <SearchSelect
              key={form.round}
              label={t('medication.fields.drug')}
              inputRef={drugInput}
              choices={choices}
              first={{ ids: patientDrugs, mark: t('patientDrugs.mark') }}
              placeholder={t('medication.drugHint')}
              noneText={t('medication.drugNone')}
              moreText={(shownCount, all) => t('medication.more', { shown: shownCount, all })}
              error={errors.drug}
              disabled={isBusy}
              defaultChoice={draft.drug === '' ? undefined : { id: draft.drug, label: draft.drugLabel }}
              onPick={({ id, label }) => {
                change({ drug: id, drugLabel: label });
                return isNew ? () => formElement.current?.querySelector<HTMLElement>('[data-first]') : undefined;
              }}
            />
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <FormField
              label={t('medication.fields.dose')}
              error={errors.dose}
              hint={readPreview(draft.dose)}
              disabled={isBusy}
            >
              <Input data-first dir="auto" {...control('dose')} />
            </FormField>
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <FormField label={t('medication.fields.route')} error={errors.route} disabled={isBusy}>
              <Input dir="auto" list={listIds.route} {...control('route')} />
            </FormField>
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <FormField
              label={t('medication.fields.frequency')}
              error={errors.frequency}
              hint={readPreview(draft.frequency)}
              disabled={isBusy}
            >
              <Input dir="auto" list={listIds.frequency} {...control('frequency')} />
            </FormField>
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <DateField
              label={t('medication.fields.startDate')}
              {...dateControl('startDate')}
              error={errors.startDate}
              required
              disabled={isBusy}
            />
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <DateField
              label={t('medication.fields.stopDate')}
              {...dateControl('stopDate')}
              error={errors.stopDate}
              hint={draft.stopDate === '' ? t('medication.stopHint') : undefined}
              disabled={isBusy}
            />
          </Box>
          <Box gridColumn={{ base: '1 / -1', md: 'span 2', lg: 'span 2' }}>
            <FormField
              label={t('medication.fields.indication')}
              error={errors.indication}
              hint={readPreview(draft.indication)}
              disabled={isBusy}
            >
              <Input dir="auto" {...control('indication')} />
            </FormField>
          </Box>
          {isAntibiotic || hadCulture || draft.culture !== '' ? (
            <Box gridColumn={{ base: '1 / -1', md: 'span 2', lg: 'span 2' }}>
              <FormField
                label={t('medication.fields.culture')}
                error={errors.culture}
                hint={readPreview(draft.culture)}
                disabled={isBusy}
              >
                <Input dir="auto" {...control('culture')} />
              </FormField>
            </Box>
          ) : null}
          <Box gridColumn={{ base: '1 / -1', md: 'span 4', lg: '1 / -1' }}>
            <FormField
              label={t('medication.fields.note')}
              error={errors.note}
              hint={readPreview(draft.note)}
              disabled={isBusy}
            >
              <Input dir="auto" {...control('note')} maxLength={2_000} />
            </FormField>
          </Box>
        </Box>
        <Suggestions id={listIds.route} of={routes} />
        <Suggestions id={listIds.frequency} of={frequencies} />
        <FormFoot>
          <Button type="submit" size="sm" disabled={isBusy || saving.toDecide !== undefined}>
            {isBusy ? t('medication.saving') : isNew ? t('medication.save') : t('medication.update')}
          </Button>
          <Button type="button" size="sm" variant="ghost" disabled={isBusy} onClick={() => void cancel()}>
            {t('medication.cancel')}
          </Button>
        </FormFoot>
      </form>
    </Box>
  );
}

const unsavedName = ({ drugLabel }: MedicationFields): string =>
  drugLabel === '' ? translate('medication.unsavedNew') : translate('medication.unsaved', { label: drugLabel });

/** Offered while typing. The browser shows the label beside a value that differs from it. */
function Suggestions({ id, of }: { id: string; of: readonly Suggestion[] }) {
  const t = useTranslation();
  return (
    <datalist id={id}>
      {of.map(({ value, label }) => (
        <option key={value} value={value} label={t(label)} aria-label={t(label)} />
      ))}
    </datalist>
  );
}
