/** The form of a medicine from home: a drug of the catalogue or a name, then what is known of it. Ctrl+Enter saves. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from 'language/contract/entities';
import type { HomeMedication } from 'language/contract/reconciliation';
import { homeMedicationSources, limits } from 'language/domain/values/codes';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { homeSourceLabel } from '../../../clinical/code-labels.ts';
import { labelOf, labelsOf } from '../../../clinical/field-formats.ts';
import { FormField } from '../../../components/forms/form-field.tsx';
import { FormFoot } from '../../../components/forms/form-foot.tsx';
import { SearchSelect } from '../../../components/forms/search-select.tsx';
import { Select } from '../../../components/forms/select.tsx';
import { notify } from '../../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../../editing/flat-save.tsx';
import { mergedText } from '../../../editing/merged-text.ts';
import { isShortcut, shortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { useUnsaved } from '../../../platform/storage/unsaved-changes.ts';
import { drugsQuery, tradeLabelChoices } from '../../../sync/reads/catalogue.ts';
import { cacheHomeMedication } from '../../../sync/reads/reconciliation.ts';
import { blankHome, homeBody, homeDraft, homeGroups, homeTexts, type HomeTexts, readHome } from './home-fields.ts';

const lines = ['dose', 'route', 'frequency', 'indication', 'note'] as const;

interface Props {
  admission: string;
  /** Undefined: a new one. */
  medication?: HomeMedication | undefined;
  /** The typed fields that a new one begins with. */
  filled?: HomeTexts | undefined;
  onDone: () => void;
}

export function HomeForm({ admission, medication, filled, onDone }: Props) {
  const t = useTranslation();
  const saved = medication ? homeTexts(medication) : blankHome;
  const form = useFlatForm<HomeTexts>(
    saved,
    medication?.version ?? 0,
    filled && { draft: { was: blankHome, changed: filled }, version: 0 },
  );
  const { draft, change } = form;
  const [isMissing, setIsMissing] = useState(false);
  /** A name in place of the chosen drug empties the search. */
  const [round, setRound] = useState(0);
  const drugs = useQuery(drugsQuery());
  const of = homeDraft(admission, medication?._id ?? 'new');
  const isNamed = draft.drug !== '' || draft.drugLabel !== '';
  const sendTo = useSendTo();
  const saving = useFlatSave<HomeTexts, Answer<HomeMedication>>(form, {
    groups: homeGroups,
    draft: of,
    read: readHome,
    send: (changed, ifVersion) =>
      medication
        ? sendTo(admissionCalls.correctHomeMedication, {
            params: { id: admission, homeId: medication._id },
            ifVersion,
            body: homeBody('drugLabel' in changed ? { ...changed, drug: draft.drug } : changed),
          })
        : sendTo(admissionCalls.recordHomeMedication, { params: { id: admission }, body: homeBody(draft) }),
    onSaved: (answer, mergedWith) => {
      notify.saved(t('reconciliation.toast.recorded', { label: answer.drugLabel }), 2_500);
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
      void cacheHomeMedication(answer);
      onDone();
    },
    onTheirs: onDone,
  });
  useUnsaved(form.isDirty && !saving.isSaved ? t('reconciliation.homeDraft') : undefined);
  const save = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (saving.isBusy || saving.toDecide) return;
    setIsMissing(!isNamed);
    if (!isNamed) return;
    if (form.isDirty || !medication) saving.save();
    else onDone();
  };
  return (
    <Box asChild borderWidth="1px" borderColor="brand.solid" borderRadius="l2" padding={{ base: '3', md: '4' }}>
      {/* The shortcut works in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        aria-label={
          medication ? t('reconciliation.correctHome', { label: medication.drugLabel }) : t('reconciliation.addHome')
        }
        noValidate
        onSubmit={save}
        onKeyDown={(event) => isShortcut(event.nativeEvent, shortcuts.save) && save(event)}
      >
        <FlatDraft
          form={form}
          of={of}
          what={t('reconciliation.homeDraft')}
          isNew={!medication}
          isDone={saving.isSaved}
        />
        <FormConflict saving={saving} labels={labelsOf(withoutId(saved))} />
        <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <SearchSelect
            key={`${form.round}.${round}`}
            label={t('reconciliation.homeDrug')}
            choices={drugs.data && tradeLabelChoices(drugs.data)}
            placeholder={t('medication.drugHint')}
            noneText={t('medication.drugNone')}
            moreText={(shown, all) => t('medication.more', { shown, all })}
            error={saving.refused['drug']}
            required={false}
            disabled={saving.isBusy}
            defaultChoice={draft.drug === '' ? undefined : { id: draft.drug, label: draft.drugLabel }}
            onPick={({ id, label }) => change({ drug: id, drugLabel: label })}
          />
          <FormField
            label={t('reconciliation.homeName')}
            error={isMissing && !isNamed ? t('reconciliation.nameMissing') : saving.refused['drugLabel']}
          >
            <Input
              size="sm"
              dir="auto"
              autoComplete="off"
              maxLength={limits.title}
              value={draft.drug === '' ? draft.drugLabel : ''}
              onChange={(event) => {
                if (draft.drug !== '') setRound(round + 1);
                change({ drug: '', drugLabel: event.target.value });
              }}
            />
          </FormField>
          {lines.map((field) => (
            <FormField key={field} label={labelOf(field)} error={saving.refused[field]} disabled={saving.isBusy}>
              <Input
                size="sm"
                dir="auto"
                autoComplete="off"
                maxLength={field === 'note' ? limits.reason : limits.title}
                value={draft[field]}
                onChange={(event) => change({ [field]: event.target.value })}
              />
            </FormField>
          ))}
          <FormField label={t('reconciliation.source')} error={saving.refused['source']}>
            <Select
              size="sm"
              options={homeMedicationSources.map((one) => [one, homeSourceLabel(one)])}
              value={draft.source}
              onChange={(source) => change({ source })}
            />
          </FormField>
        </Box>
        <FormFoot>
          <Button type="submit" size="sm" loading={saving.isBusy} disabled={saving.toDecide !== undefined}>
            {t('medication.save')}
          </Button>
          <Button type="button" size="sm" variant="ghost" disabled={saving.isBusy} onClick={onDone}>
            {t('medication.cancel')}
          </Button>
        </FormFoot>
      </form>
    </Box>
  );
}

/** A conflict names the drug by its label. */
const withoutId = ({ drug: _drug, ...fields }: HomeTexts) => fields;
