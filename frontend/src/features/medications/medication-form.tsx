import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { AdmissionMedication, Answer } from 'command-api/contract/entities';
import { limits } from 'command-api/domain/codes';
import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { paths } from '../../platform/paths.ts';
import { drugsQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { today } from '../../platform/time/dates.ts';
import { admissionDrafts, drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { useFlatForm } from '../../editing/flat-form/flat-form.ts';
import { useFlatSave } from '../../editing/flat-form/flat-save.ts';
import { bufferKeysUntil, type EndBuffering } from '../../platform/keyboard/key-buffer.ts';
import { useKeptDraft } from '../../editing/keep-draft.ts';
import { createSend } from '../../outbox/pending-commands.ts';
import { Queued, refusalOf, type PendingCommand } from '../../outbox/pending-command.ts';
import { isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { playSuccess } from '../../platform/browser/sound.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { confirm } from '../../components/dialogs/confirm.ts';
import { FormConflict } from '../../editing/flat-form/form-conflict.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { mergeText } from '../../editing/merge-messages.ts';
import { readPreview } from '../../components/text/read-preview.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { addMedication, updateMedication } from './api.ts';
import {
  asMedication,
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
import { frequencies, medicationText as text, routes } from './messages.ts';

export const medicationDraftKey = (user: string, admission: string, medication: string | undefined): DraftKey => ({
  user,
  of: `${admissionDrafts(admission)}medication:${medication ?? 'new'}`,
});

/** Longer than the queue waits for an answer before the form closes without one. */
const ANSWER_MS = 60_000;

interface Props {
  admission: string;
  user: string;
  /** Undefined: a new one. */
  medication?: AdmissionMedication | undefined;
  /** What was typed before the tab or the page was left. */
  restored?: { draft: MedicationDraft; version: number } | undefined;
  /** It was sent before and taken back. */
  back?: PendingCommand | undefined;
  /** It was deleted elsewhere while it was edited: saving adds it again. */
  gone?: boolean;
  /** `next`: the person goes on to another new one. */
  onDone: (next: boolean) => void;
}

/**
 * One medication of the admission: drug, dose, route, frequency, dates, note. Ctrl+Enter saves; of a new one it opens
 * the next.
 */
export function MedicationForm({ admission, user, medication, restored, back, gone = false, onDone }: Props) {
  const [start] = useState(() => (medication ? fieldsOf(medication) : blankMedication(today())));
  const form = useFlatForm<MedicationFields>(
    medication ? fieldsOf(medication) : start,
    medication?.version ?? 0,
    restored,
  );
  const { draft, dirty, change } = form;
  const [showMissing, setShowMissing] = useState(false);
  const drugs = useQuery(drugsQuery());
  const choices = drugs.data && tradeLabelChoices(drugs.data);
  const box = useRef<HTMLFormElement>(null);
  const drugInput = useRef<HTMLInputElement>(null);
  const next = useRef(false);
  /** The next new one opens with the answer: what is typed until then is for it, or for nothing where there is none. */
  const holding = useRef<EndBuffering>(undefined);
  const lists = { route: useId(), frequency: useId() };
  const key = medicationDraftKey(user, admission, medication?._id);
  const done = useRef(false);
  const isNew = medication === undefined || gone;

  useEffect(() => {
    (isNew ? drugInput.current : box.current?.querySelector<HTMLElement>('[data-first]'))?.focus({
      preventScroll: true,
    });
    box.current?.scrollIntoView({ block: 'nearest' });
    // Once, when it opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const end = () => {
    done.current = true;
    drafts.clear(key);
    onDone(next.current);
  };
  const saved = (words: string) => {
    playSuccess();
    notify.saved(words, 2_500);
    end();
  };
  const [sending] = useState(() => createSend(back));
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const saving = useFlatSave(form, {
    groups: medicationGroups,
    read: asMedication,
    refusedBefore: back && refusalOf(back),
    send: (changed, ifVersion) => {
      leaving.current = new AbortController();
      const order = {
        what: text.unsaved(draft.drugLabel),
        where: `${paths.admission.href(admission)}?tab=medication`,
        of: key.of,
        draft: form.unsaved,
        base: isNew ? undefined : form.base.version,
      };
      const change = (medId: string, body: Partial<MedicationBody>) => ({
        method: updateMedication.method,
        path: updateMedication.path,
        params: { id: admission, medId },
        body,
      });
      const call = isNew
        ? { method: addMedication.method, path: addMedication.path, params: { id: admission }, body: bodyOf(draft) }
        : { ...change(medication._id, changesOf(changed)), ifVersion };
      return sending.now<Answer<AdmissionMedication>>(
        { ...order, call },
        (id) => change(isNew ? id : medication._id, bodyOf(draft)),
        leaving.current.signal,
      );
    },
    onSaved: (_, mergedWith) => {
      saved(isNew ? text.toast.added : text.toast.edited);
      if (mergedWith !== undefined) notify.info(mergeText.merged(mergedWith));
    },
    // It waits for the network, and is shown so.
    onError: (error) => {
      if (error instanceof Queued) end();
      else holding.current?.('drop');
    },
    onTheirs: () => end(),
  });
  // Opened and not touched, it goes with what it showed.
  useEffect(() => {
    if (gone && !dirty) end();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it goes
  }, [gone]);
  const { busy } = saving;
  // What is being saved is the queue's.
  const unsaved = busy ? undefined : form.unsaved;
  useUnsaved(unsaved && text.unsaved(draft.drugLabel));
  useKeptDraft(key, unsaved, isNew ? undefined : form.base.version, () => (done.current ? undefined : unsaved));
  const missing = missingIn(draft);
  const wrong: Partial<Record<keyof MedicationFields, string>> = { ...(showMissing ? missing : {}), ...saving.refused };

  const save = () => {
    if (busy || saving.toDecide) return;
    if (Object.keys(missing).length > 0) {
      setShowMissing(true);
      return;
    }
    if (isNew || dirty) {
      const here = drugInput.current;
      if (next.current)
        holding.current = bufferKeysUntil(
          (focused) => focused !== here && focused.matches('[role=combobox]'),
          ANSWER_MS,
        );
      saving.save();
    } else end();
  };
  useEffect(() => {
    if (showMissing) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [showMissing]);
  const shown = (field: keyof MedicationFields, value: string) => ({
    text: field === 'drug' ? (drugs.data?.find(({ _id }) => _id === value)?.label ?? value) : value,
  });
  const cancel = async () => {
    if (!dirty || (await confirm({ ...text.discard, danger: true }))) {
      next.current = false;
      end();
    }
  };
  const inList = useRef(false);
  const onKeys = (event: KeyboardEvent) => {
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    if (isShortcut(event.nativeEvent, shortcuts.save)) {
      event.preventDefault();
      next.current = isNew;
      save();
    }
    if (event.key === 'Escape' && !inList.current && !busy) void cancel();
  };
  const control = (name: keyof MedicationFields) => ({
    size: 'sm' as const,
    value: draft[name],
    autoComplete: 'off',
    maxLength: limits.title,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
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
      {/* The keys are the whole form's, wherever in it the focus is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={box}
        aria-label={medication ? text.form.edit(medication.drugLabel) : text.form.fresh}
        noValidate
        onKeyDown={onKeys}
        onKeyDownCapture={(event) => {
          inList.current = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
        }}
        onSubmit={(event) => {
          event.preventDefault();
          next.current = false;
          save();
        }}
      >
        <FormConflict saving={saving} labels={text.fields} shown={shown} />
        {gone ? (
          <Box role="status" fontSize="sm" bg="amber.subtle" padding="2" borderRadius="l2" marginBlockEnd="2">
            {text.gone}
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
              label={text.fields.drug}
              inputRef={drugInput}
              choices={choices}
              placeholder={text.drugHint}
              noneText={text.drugNone}
              moreText={text.more}
              error={wrong.drug}
              disabled={busy}
              defaultChoice={draft.drug === '' ? undefined : { id: draft.drug, label: draft.drugLabel }}
              onPick={({ id, label }) => {
                change({ drug: id, drugLabel: label });
                return isNew ? () => box.current?.querySelector<HTMLElement>('[data-first]') : undefined;
              }}
            />
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <FormField label={text.fields.dose} error={wrong.dose} hint={readPreview(draft.dose)} disabled={busy}>
              <Input data-first dir="auto" {...control('dose')} />
            </FormField>
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <FormField label={text.fields.route} error={wrong.route} disabled={busy}>
              <Input dir="auto" list={lists.route} {...control('route')} />
            </FormField>
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <FormField
              label={text.fields.frequency}
              error={wrong.frequency}
              hint={readPreview(draft.frequency)}
              disabled={busy}
            >
              <Input dir="auto" list={lists.frequency} {...control('frequency')} />
            </FormField>
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <FormField label={text.fields.startDate} error={wrong.startDate} required disabled={busy}>
              <Input type="date" {...control('startDate')} />
            </FormField>
          </Box>
          <Box gridColumn={{ md: 'span 2', lg: 'span 1' }}>
            <FormField label={text.fields.stopDate} error={wrong.stopDate} hint={text.stopHint} disabled={busy}>
              <Input type="date" {...control('stopDate')} />
            </FormField>
          </Box>
          <Box gridColumn={{ base: '1 / -1', md: 'span 2', lg: 'span 4' }}>
            <FormField label={text.fields.note} error={wrong.note} hint={readPreview(draft.note)} disabled={busy}>
              <Input dir="auto" {...control('note')} maxLength={2_000} />
            </FormField>
          </Box>
        </Box>
        <datalist id={lists.route}>
          {routes.map((route) => (
            <option key={route} value={route} aria-label={route} />
          ))}
        </datalist>
        <datalist id={lists.frequency}>
          {frequencies.map((frequency) => (
            <option key={frequency} value={frequency} aria-label={frequency} />
          ))}
        </datalist>
        <Box display="flex" flexWrap="wrap" gap="2" marginBlockStart="3">
          <Button type="submit" size="sm" disabled={busy || saving.toDecide !== undefined}>
            {busy ? text.saving : isNew ? text.save : text.update}
          </Button>
          <Button type="button" size="sm" variant="ghost" disabled={busy} onClick={() => void cancel()}>
            {text.cancel}
          </Button>
        </Box>
      </form>
    </Box>
  );
}
