/** The form of one allergy: an agent of the catalogue or a text, then what is known of it. Ctrl+Enter saves. */
import * as patientCalls from 'language/contract/calls/patients';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { Allergy, Answer, Patient, PatientAllergies } from 'language/contract/entities';
import { agentName } from 'language/domain/patient/allergy-agent';
import { allergyCertainties, allergySeverities, allergySources, limits } from 'language/domain/values/codes';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { allergyCertaintyLabel, allergySeverityLabel, allergySourceLabel } from '../../clinical/code-labels.ts';
import { labelOf } from '../../clinical/field-formats.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { FormFoot } from '../../components/forms/form-foot.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { Select } from '../../components/forms/select.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../editing/flat-save.tsx';
import { mergedText } from '../../editing/merged-text.ts';
import { isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { drugsQuery, tagsQuery } from '../../sync/reads/catalogue.ts';
import { draftOf, readAllergiesAgain } from './api.ts';
import {
  agentOf,
  allergyGroups,
  type AllergyTexts,
  bodyOf,
  changesOf,
  chosenIn,
  classChoices,
  fieldsOf,
  noAgent,
  readAllergy,
  substanceChoices,
} from './allergy-fields.ts';

const blank = fieldsOf({});
const choices = {
  severity: { list: allergySeverities, words: allergySeverityLabel },
  certainty: { list: allergyCertainties, words: allergyCertaintyLabel },
  source: { list: allergySources, words: allergySourceLabel },
} as const;

interface Props {
  patient: Pick<Patient, '_id' | 'team'>;
  /** Undefined: a new allergy. */
  allergy?: Allergy | undefined;
  onDone: () => void;
}

/** Substances and classes; undefined while they load. The list asks for them before the form opens. */
export function useAgentChoices() {
  const [drugs, tags] = [useQuery(drugsQuery()).data, useQuery(tagsQuery()).data];
  return useMemo(
    () => (drugs && tags ? [...classChoices(tags), ...substanceChoices(drugs)] : undefined),
    [drugs, tags],
  );
}

export function AllergyForm({ patient, allergy, onDone }: Props) {
  const t = useTranslation();
  const form = useFlatForm<AllergyTexts>(allergy ? fieldsOf(allergy) : blank, allergy?.version ?? 0);
  const { draft, change } = form;
  const [isMissing, setIsMissing] = useState(false);
  /** A text in place of the chosen agent empties the search. */
  const [round, setRound] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const reaction = useRef<HTMLInputElement>(null);
  const found = useAgentChoices();
  const of = draftOf(patient._id, allergy?._id);
  const name = agentName(draft);
  useEffect(() => (allergy ? reaction : search).current?.focus(), [allergy]);
  const sendTo = useSendTo();
  const saving = useFlatSave<AllergyTexts, Answer<PatientAllergies>>(form, {
    groups: allergyGroups,
    draft: of,
    read: readAllergy,
    send: (changed, ifVersion) =>
      allergy
        ? sendTo(patientCalls.correctAllergy, {
            params: { id: patient._id, allergyId: allergy._id },
            team: patient.team,
            ifVersion,
            body: changesOf(changed),
          })
        : sendTo(patientCalls.recordAllergy, {
            params: { id: patient._id },
            team: patient.team,
            body: bodyOf(draft),
          }),
    onSaved: (_, mergedWith) => {
      readAllergiesAgain(patient._id);
      notify.saved(t(allergy ? 'allergies.corrected' : 'allergies.recorded'));
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
      onDone();
    },
    onTheirs: onDone,
  });
  useUnsaved(form.isDirty && !saving.isSaved ? t('allergies.unsaved') : undefined);
  const save = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (saving.isBusy || saving.toDecide) return;
    setIsMissing(name === '');
    if (name === '') search.current?.focus();
    else if (form.isDirty) saving.save();
    else onDone();
  };
  const select = (field: keyof typeof choices) => (
    <FormField key={field} label={labelOf(field)} error={saving.refused[field]}>
      <Select
        size="sm"
        none={t('allergies.notKnown')}
        options={choices[field].list.map((one) => [one, choices[field].words(one)])}
        value={draft[field]}
        onChange={(value) => change({ [field]: value })}
      />
    </FormField>
  );
  return (
    <Box
      asChild
      borderWidth="1px"
      borderColor="brand.solid"
      borderRadius="l2"
      padding={{ base: '3', md: '4' }}
      display="grid"
      gap="3"
    >
      {/* The shortcut works in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        aria-label={allergy ? t('allergies.correctOf', { name: agentName(allergy) }) : t('allergies.add')}
        noValidate
        onSubmit={save}
        onKeyDown={(event) => isShortcut(event.nativeEvent, shortcuts.save) && save(event)}
      >
        <FlatDraft form={form} of={of} what={t('allergies.draft')} isNew={!allergy} isDone={saving.isSaved} />
        <FormConflict saving={saving} labels={conflictLabels()} />
        <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <SearchSelect
            key={`${form.round}.${round}`}
            label={t('allergies.agent')}
            inputRef={search}
            choices={found}
            placeholder={t('allergies.agentHint')}
            noneText={t('allergies.agentNone')}
            moreText={(shown, all) => t('medication.more', { shown, all })}
            error={
              isMissing && name === '' ? t('allergies.agentMissing') : (saving.refused['drug'] ?? saving.refused['tag'])
            }
            required={false}
            disabled={saving.isBusy}
            defaultChoice={chosenIn(draft)}
            onPick={(choice) => {
              change(agentOf(choice));
              return () => reaction.current;
            }}
          />
          <FormField label={t('allergies.orText')} error={saving.refused['agentText']}>
            <Input
              size="sm"
              dir="auto"
              autoComplete="off"
              maxLength={limits.allergyText}
              value={draft.agentText}
              onChange={(event) => {
                if (chosenIn(draft)) setRound(round + 1);
                change({ ...noAgent, agentText: event.target.value });
              }}
            />
          </FormField>
          <FormField label={labelOf('reaction')} hint={t('allergies.reactionHint')} error={saving.refused['reaction']}>
            <Input
              ref={reaction}
              size="sm"
              dir="auto"
              autoComplete="off"
              maxLength={limits.allergyText}
              value={draft.reaction}
              onChange={(event) => change({ reaction: event.target.value })}
            />
          </FormField>
          {select('severity')}
          {select('certainty')}
          {select('source')}
          <FormField label={labelOf('onset')} hint={t('allergies.onsetHint')} error={saving.refused['onset']}>
            <Input
              size="sm"
              dir="auto"
              autoComplete="off"
              maxLength={limits.allergyOnset}
              value={draft.onset}
              onChange={(event) => change({ onset: event.target.value })}
            />
          </FormField>
        </Box>
        <FormFoot>
          <Button type="submit" size="sm" loading={saving.isBusy} disabled={saving.toDecide !== undefined}>
            {allergy ? t('allergies.saveCorrection') : t('allergies.save')}
          </Button>
          <Button type="button" size="sm" variant="ghost" disabled={saving.isBusy} onClick={onDone}>
            {t('allergies.cancel')}
          </Button>
        </FormFoot>
      </form>
    </Box>
  );
}

const conflictLabels = () => ({
  drugLabel: labelOf('drugLabel'),
  tagLabel: labelOf('tagLabel'),
  agentText: labelOf('agentText'),
  reaction: labelOf('reaction'),
  severity: labelOf('severity'),
  certainty: labelOf('certainty'),
  source: labelOf('source'),
  onset: labelOf('onset'),
});
