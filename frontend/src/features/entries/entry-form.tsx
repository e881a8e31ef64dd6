import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useSelector } from '@xstate/react';
import { BookOpen } from 'lucide-react';
import { isNoError } from 'language/domain/values/codes';
import { useCallback, useContext, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { bufferKeysUntil } from '../../platform/keyboard/key-buffer.ts';
import { EditorConflict } from '../../editing/conflict.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { isShortcut, shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FormFoot } from '../../components/forms/form-foot.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { DeferredRender } from '../../components/deferred-render.tsx';
import { ChartContext, usePatientDrugs, useUsesPcne } from '../../clinical/patient-drugs.ts';
import { showDrug } from '../../clinical/shown-drug.ts';
import { useCatalogue } from './use-catalogue.ts';
import { entryFields, isEntryDirty, isSubjectChosen, missingIn, type EntryDraft } from './entry-draft.ts';
import { comparedFields } from './compared-fields.ts';
import type { EntryEditor } from './entry-editor.tsx';
import { FollowUpField, Judgement } from './judgement.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { PcneChoice } from '../../clinical/pcne-choice.tsx';
import { ErrorTypeField } from './error-type-field.tsx';
import { NoteField, TemplatesButton, type TemplatesComponent } from './note-field.tsx';
import { touch } from '../../components/theme/system.ts';

/** The heights of the error type, and of judgement, note and follow-up date together: a touch screen has more in each. */
const partHeights = {
  '--type-height': '3.6rem',
  '--rest-height': '18.56rem',
  [touch]: { '--type-height': '7.25rem', '--rest-height': { base: '37.3rem', md: '26.5rem' } },
};
/** The parts of the form that are drawn after its first field. */
const [TYPE, REST] = [1, 2] as const;
type Part = typeof TYPE | typeof REST;

export interface EntryFormProps {
  editor: EntryEditor;
  onNext: () => void;
  Templates?: TemplatesComponent | undefined;
  /** The saved entry was moved to another chart meanwhile. */
  isMoved?: boolean | undefined;
}

/** Fills in one entry, by keyboard in one go: drug, type, severity letter, response digit, note, Ctrl+Enter. */
export function EntryForm({ editor, onNext, Templates, isMoved = false }: EntryFormProps) {
  const t = useTranslation();
  const context = useSelector(editor, (state) => state.context);
  const isBusy = useSelector(editor, (state) => state.hasTag('busy'));
  const isInConflict = useSelector(editor, (state) => state.matches('conflict'));
  const catalogue = useCatalogue();
  const chart = useContext(ChartContext);
  const patientDrugs = usePatientDrugs();
  const usesPcne = useUsesPcne();
  const form = useRef<HTMLFormElement>(null);
  const drugInput = useRef<HTMLInputElement>(null);
  const typeInput = useRef<HTMLInputElement>(null);
  const followUp = useRef<HTMLInputElement>(null);
  /** True if a list was open at the key's capture phase: it has handled the key before it bubbles up to the form. */
  const inList = useRef(false);
  const [isTemplatesOpen, setIsTemplatesOpen] = useState(false);
  const [reached, setReached] = useState<number>(0);
  const [blankAsked, setBlankAsked] = useState(0);
  const { draft, saved } = context;
  const refused = useRefusedFields(context.error, { ...draft });
  const isNew = saved === undefined;
  /** A medicine that is carried forward has its drug: the form begins at the type. */
  const [beginsWithType] = useState(isNew && draft.errDrug !== '');
  const missing = context.isMissingShown ? missingIn(draft) : {};
  const change = useCallback((patch: Partial<EntryDraft>) => editor.send({ type: 'change', patch }), [editor]);

  useEffect(() => {
    const state = editor.getSnapshot();
    // A conflict has the focus already.
    if (!state.matches('conflict')) (beginsWithType ? typeInput : drugInput).current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [editor, beginsWithType]);
  useEffect(() => {
    if (context.isMissingShown) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [context.isMissingShown]);

  /** `goesOn`: the next entry opens while this one is saved. */
  const save = (goesOn: boolean) => {
    editor.send({ type: 'save', isInBackground: goesOn });
    const after = editor.getSnapshot();
    if (goesOn && after.matches('saving')) onNext();
    // The note has reported its text: at the shortcut, or when the focus left it.
    if (after.matches('editing') && Object.keys(missingIn(after.context.draft)).join() === 'errNote') {
      reach(REST);
      setBlankAsked(blankAsked + 1);
    }
  };
  const cancel = async () => {
    if (
      !isEntryDirty(editor.getSnapshot().context) ||
      (await confirm({
        title: t('entry.discard.title'),
        body: t('entry.discard.body'),
        yes: t('entry.discard.yes'),
        no: t('entry.discard.no'),
        danger: true,
      }))
    )
      editor.send({ type: 'cancel' });
  };
  const beforeKey = (event: KeyboardEvent) => {
    inList.current = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
    // These keys lead to fields that may not be drawn yet.
    if (event.key === 'Tab' || isShortcut(event.nativeEvent, shortcuts.followUp)) reach(REST);
  };
  const onKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    // React passes on the keys of a dialog over the form. They are not the form's.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    if (isShortcut(event.nativeEvent, shortcuts.templates)) {
      event.preventDefault();
      if (!isBusy && isSubjectChosen(draft)) {
        setIsTemplatesOpen(true);
        bufferKeysUntil((focused) => focused.matches('[role=dialog] input'));
      }
    }
    if (isShortcut(event.nativeEvent, shortcuts.followUp)) {
      event.preventDefault();
      followUp.current?.focus();
    }
    if (isShortcut(event.nativeEvent, shortcuts.save)) {
      event.preventDefault();
      if (!isBusy && !isInConflict) save(isNew);
    }
    // In an open list Escape closes the list.
    if (event.key === 'Escape' && !inList.current && !isBusy) void cancel();
  };
  /** Draws a deferred part within the event of the key that leads into it. */
  const reach = (part: Part) => flushSync(() => setReached((before) => Math.max(before, part)));
  /** After a choice the next field has the focus. */
  const goTo = (part: Part, find: () => HTMLElement | null | undefined) => {
    if (!isNew) return undefined;
    return () => {
      reach(part);
      return find();
    };
  };

  const typeField = (
    <ErrorTypeField
      key={`type ${context.round}`}
      inputRef={typeInput}
      choices={catalogue.types}
      errType={draft.errType}
      errTypeLabel={draft.errTypeLabel}
      error={missing.errType}
      disabled={isBusy}
      onPick={(choice) => {
        change(catalogue.typePatch(choice));
        const to = isNoError(choice.id) ? '[type=submit]' : '[data-judgement] input:checked';
        return goTo(REST, () => form.current?.querySelector<HTMLElement>(to));
      }}
    />
  );
  return (
    <Box
      asChild
      bg="bg.panel"
      borderWidth="1px"
      borderColor="brand.solid"
      borderRadius="l2"
      padding={{ base: '3', md: '4' }}
      marginBlock="2"
      css={partHeights}
    >
      {/* The shortcuts work in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={form}
        data-drug={draft.errDrug}
        aria-label={isNew ? t('entry.title.add') : t('entry.title.edit', { label: saved.errDrugLabel })}
        noValidate
        onKeyDownCapture={beforeKey}
        onKeyDown={onKeys}
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        <EditorConflict editor={editor} fields={entryFields} rows={comparedFields()} />
        {context.isRemovedElsewhere ? (
          <Box role="status" fontSize="sm" bg="amber.subtle" padding="2" borderRadius="l2" marginBlockEnd="2">
            {t(isMoved ? 'entry.movedElsewhere' : 'entry.removedElsewhere')}
          </Box>
        ) : null}
        <ErrorAlert error={catalogue.error} onRetry={catalogue.retry} />
        <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <SearchSelect
            key={`drug ${context.round}`}
            label={t('entry.drug')}
            inputRef={drugInput}
            choices={catalogue.drugs}
            first={{ ids: patientDrugs, mark: t('patientDrugs.mark') }}
            defaultChoice={draft.errDrug === '' ? undefined : { id: draft.errDrug, label: draft.errDrugLabel }}
            placeholder={t('entry.drugHint')}
            noneText={t('entry.drugNone')}
            moreText={(shown, all) => t('entry.more', { shown, all })}
            error={missing.errDrug}
            disabled={isBusy}
            onPick={(choice) => {
              change(catalogue.drugPatch(choice));
              return goTo(TYPE, () => typeInput.current);
            }}
          />
          {/* The first field takes keys at once: drawing the whole form first would delay it. */}
          {beginsWithType ? (
            typeField
          ) : (
            <DeferredRender height="var(--type-height)" now={reached >= TYPE}>
              {typeField}
            </DeferredRender>
          )}
          <DeferredRender height="var(--rest-height)" now={reached >= REST}>
            <Box gridColumn="1 / -1">
              <Judgement
                errType={draft.errType}
                errSeverity={draft.errSeverity}
                severityAnswers={draft.severityAnswers}
                errRes={draft.errRes}
                onChange={change}
                disabled={isBusy}
              />
            </Box>
            <Box gridColumn="1 / -1">
              <NoteField
                editor={editor}
                disabled={isBusy}
                usesPcne={usesPcne}
                error={missing.errNote}
                blankAsked={blankAsked}
                isTemplatesOpen={isTemplatesOpen}
                onTemplates={setIsTemplatesOpen}
                Templates={Templates}
              />
            </Box>
            <FollowUpField
              ref={followUp}
              errType={draft.errType}
              followUpDate={draft.followUpDate}
              refused={refused.fields['followUpDate']}
              disabled={isBusy}
              onChange={change}
            />
            {(usesPcne || draft.pcne.length > 0) && !isNoError(draft.errType) ? (
              <Box gridColumn="1 / -1">
                <PcneChoice codes={draft.pcne} disabled={isBusy} onChange={(pcne) => change({ pcne })} />
              </Box>
            ) : null}
          </DeferredRender>
        </Box>
        {isInConflict ? null : (
          <Box marginBlockStart="3">
            <ErrorAlert error={refused.error} onRetry={() => save(false)} />
          </Box>
        )}
        <FormFoot>
          <Button type="submit" size="sm" disabled={isBusy || isInConflict}>
            {isBusy ? t('entry.saving') : t('entry.save')}
          </Button>
          {Templates ? (
            <TemplatesButton
              disabled={isBusy}
              isSubjectChosen={isSubjectChosen(draft)}
              onOpen={() => setIsTemplatesOpen(true)}
            />
          ) : null}
          {chart ? <DrugButton drug={draft.errDrug} /> : null}
          <Button type="button" size="sm" variant="ghost" disabled={isBusy} onClick={() => void cancel()}>
            {t('entry.cancel')}
          </Button>
          <Box className="key-hint" fontSize="xs" color="fg.muted">
            {t(isNew ? 'entry.keys' : 'entry.keysEdit', { save: shortcutText(shortcuts.save) })}
          </Box>
        </FormFoot>
      </form>
    </Box>
  );
}

/** Shows the page of the drug beside the form. */
function DrugButton({ drug }: { drug: string }) {
  const t = useTranslation();
  return (
    <Button type="button" size="sm" variant="outline" disabled={drug === ''} onClick={() => showDrug(drug)}>
      <BookOpen size={14} aria-hidden />
      <VisuallyHidden>{t('drug.page.title')}</VisuallyHidden>
      <Box as="span" hideBelow="md" aria-hidden>
        {t('drug.page.title')}
      </Box>
      <Box as="kbd" className="key-hint" aria-hidden>
        {shortcutText(shortcuts.drug)}
      </Box>
    </Button>
  );
}
