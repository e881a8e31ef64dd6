import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Textarea } from '@chakra-ui/react/textarea';
import { useQuery } from '@tanstack/react-query';
import { useActorRef, useSelector } from '@xstate/react';
import type { Drug } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { drugsQuery, errorTypesQuery, rootChoices, tagsQuery } from '../../sync/reads/catalogue.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { isShortcut, shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Panel } from '../../components/page.tsx';
import { readPreview } from '../../components/text/clinical-text.tsx';
import { CompatibilityRows } from './compatibility-rows.tsx';
import { DrugConflict } from './drug-conflict.tsx';
import { isDrugDirty, isDrugDraft, missingIn, initialDraft, type DrugDraft } from './drug-draft.ts';
import { createDrugMachine, drugDraftKey, useDrugKeeper } from './drug-editor.ts';
import { DrugTags } from './drug-tags.tsx';
import { ErrorTemplates } from './error-templates.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { SameNameWarning } from './drug-search.tsx';
import { TradeLabels } from './trade-labels.tsx';

interface Props {
  /** The drug as the server has it. Undefined for a new one. Each drug needs its own React `key`. */
  drug: Drug | undefined;
  user: string;
  onAdded: (drug: Drug) => void;
  onOpen: (tradeLabel: string) => void;
}

/** Adds a drug or updates one (docs/product.md, "Drugs"). */
export function DrugForm({ drug, user, onAdded, onOpen }: Props) {
  const t = useTranslation();
  const [machine] = useState(() => createDrugMachine(drugDraftKey(user, drug?._id)));
  const editor = useActorRef(machine, { input: { ...(drug ? { saved: drug } : {}), draft: initialDraft(drug) } });
  const context = useSelector(editor, (state) => state.context);
  const isBusy = useSelector(editor, (state) => state.hasTag('busy'));
  const isInConflict = useSelector(editor, (state) => state.matches('conflict'));
  const form = useRef<HTMLFormElement>(null);
  const drugs = useQuery(drugsQuery());
  const types = useQuery(errorTypesQuery());
  const tags = useQuery(tagsQuery());
  const { draft, saved } = context;
  const refused = useRefusedFields(context.error, { ...draft });
  const roots = useMemo(
    () => drugs.data && rootChoices(drugs.data).filter(({ id }) => id !== drug?._id),
    [drugs.data, drug?._id],
  );
  const missing = useMemo(() => (context.isMissingShown ? missingIn(draft) : {}), [context.isMissingShown, draft]);
  const change = (patch: Partial<DrugDraft>) => editor.send({ type: 'change', patch });
  useDrugKeeper(editor, user, onAdded);

  useEffect(() => {
    if (drug) editor.send({ type: 'remote', theirs: { current: drug, by: '', at: undefined } });
  }, [editor, drug]);
  useEffect(() => {
    if (context.isMissingShown) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [context.isMissingShown]);

  const save = () => {
    editor.send({ type: 'save' });
    if (editor.getSnapshot().context.isMissingShown)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  const discard = async () => {
    if (
      await confirm({
        title: t('drug.sureDiscard.title'),
        body: t('drug.sureDiscard.body'),
        yes: t('drug.sureDiscard.yes'),
        no: t('drug.sureDiscard.no'),
        danger: true,
      })
    )
      editor.send({ type: 'cancel' });
  };
  const onKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (isShortcut(event.nativeEvent, shortcuts.save)) {
      event.preventDefault();
      if (!isBusy && !isInConflict) save();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.defaultPrevented) {
      // In a form this long Enter in a field would send it half filled.
      event.preventDefault();
    }
  };

  return (
    // The shortcuts work in every field of the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      aria-label={saved ? t('drug.title.edit') : t('drug.title.add')}
      noValidate
      onKeyDown={onKeys}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <DraftOffer
        key={drug?._id ?? 'new'}
        draftKey={drugDraftKey(user, drug?._id)}
        what={drug?.label || t('drug.draftNew')}
        isUsable={isDrugDraft}
        version={drug?.version}
        onRestore={({ value }, isMoved) => editor.send({ type: 'restore', draft: value, isMoved })}
      />
      <DrugConflict editor={editor} names={{ types: types.data ?? [], tags: tags.data ?? [], roots: roots ?? [] }} />
      <ErrorAlert
        error={types.error ?? tags.error}
        onRetry={() => void Promise.all([types.refetch(), tags.refetch()])}
      />
      <Box display="grid" gap="4">
        <Panel display="grid" gap="5">
          <Box maxWidth="30rem">
            <FormField
              label={t('drug.root')}
              required
              hint={t('drug.rootHint')}
              disabled={isBusy}
              error={missing['label'] ? t(missing['label']) : refused.fields['label']}
            >
              <Input
                dir="auto"
                autoFocus
                autoComplete="off"
                maxLength={limits.name}
                value={draft.label}
                onChange={(event) => change({ label: event.target.value })}
              />
            </FormField>
            {saved ? null : <SameNameWarning label={draft.label} rows={drugs.data} onOpen={onOpen} />}
          </Box>
          <TradeLabels
            rows={draft.tradeLabels}
            missing={missing}
            disabled={isBusy}
            onChange={(tradeLabels) => change({ tradeLabels })}
          />
        </Panel>
        <Panel>
          <ErrorTemplates
            key={context.round}
            rows={draft.errTemps}
            types={types.data ?? []}
            missing={missing}
            disabled={isBusy}
            onChange={(changed) => change({ errTemps: changed(editor.getSnapshot().context.draft.errTemps) })}
          />
        </Panel>
        <Panel display="grid" gap="5" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <DrugTags
            chosen={draft.tags}
            tags={tags.data}
            disabled={isBusy}
            onChange={(chosen) => change({ tags: chosen })}
          />
          <FormField
            label={
              <Box as="span" fontWeight="semibold" fontSize="md" lineHeight="1.6" color="fg">
                {t('drug.tips')}
              </Box>
            }
            hint={readPreview(draft.tips) ?? t('drug.tipsHint')}
            disabled={isBusy}
            error={refused.fields['tips']}
          >
            <Textarea
              dir="auto"
              rows={5}
              value={draft.tips}
              onChange={(event) => change({ tips: event.target.value })}
            />
          </FormField>
        </Panel>
        <Panel>
          {saved ? (
            <CompatibilityRows
              rows={draft.compatibility}
              roots={roots}
              missing={missing}
              disabled={isBusy}
              onChange={(compatibility) => change({ compatibility })}
            />
          ) : (
            <Box fontSize="sm" color="fg.muted">
              {t('drug.compatibilityLater')}
            </Box>
          )}
        </Panel>
        {isInConflict ? null : <ErrorAlert error={refused.error} onRetry={save} />}
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
          <Button type="submit" disabled={isBusy || isInConflict}>
            {isBusy ? t('drug.saving') : saved ? t('drug.submit.edit') : t('drug.submit.add')}
          </Button>
          {isDrugDirty(context) ? (
            <Button type="button" variant="ghost" disabled={isBusy} onClick={() => void discard()}>
              {t('drug.discard')}
            </Button>
          ) : null}
          <Box className="key-hint" fontSize="xs" color="fg.muted">
            {t('drug.keys', { save: shortcutText(shortcuts.save) })}
          </Box>
        </Box>
      </Box>
    </form>
  );
}
