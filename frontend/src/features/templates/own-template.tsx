import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { withPcne } from 'language/domain/values/pcne';
import { useState } from 'react';
import { TemplateText } from '../../clinical/template-text.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheSavedTemplate } from './api.ts';

interface Props {
  drug: { id: string; label: string };
  type: { id: string };
  /** Saved with it. */
  pcne: readonly string[];
  /** The note of the entry, without the values of its patient. */
  start: string;
  /** The note has values of its patient. */
  hasValues: boolean;
}

/** Saves the note of an entry as a template of the person, as it is or after a change. */
export function OwnTemplate({ drug, type, pcne, start, hasValues }: Props) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const draft = `template/${drug.id}/${type.id}`;
  const save = useCommand(catalogueCalls.saveTemplate, {
    draft,
    onSuccess: (saved) => {
      setOpen(false);
      void cacheSavedTemplate(saved);
      notify.saved(t('templates.saved'));
    },
  });
  const send = (errNote: string) =>
    save.mutate({ body: { errDrugTradeId: drug.id, errType: type.id, errNote, ...withPcne(pcne) } });
  return (
    <Box data-own-template>
      <ErrorAlert error={save.error} />
      {isOpen ? (
        <OpenTemplate
          of={draft}
          what={t('templates.ofNote', { drug: drug.label })}
          start={start}
          isBusy={save.isPending}
          onSave={send}
        />
      ) : (
        <>
          {hasValues ? (
            <Box fontSize="sm" color="fg.muted" marginBlockEnd="2">
              {t('templates.saveHint')}
            </Box>
          ) : null}
          <Box display="flex" flexWrap="wrap" gap="2">
            <Button size="sm" variant="outline" loading={save.isPending} onClick={() => send(start)}>
              {t('templates.save')}
            </Button>
            <Button size="sm" variant="ghost" disabled={save.isPending} onClick={() => setOpen(true)}>
              {t('templates.editFirst')}
            </Button>
          </Box>
        </>
      )}
    </Box>
  );
}

interface OpenProps {
  /** The name of its draft, as the storage and as a person reads it. */
  of: string;
  what: string;
  start: string;
  isBusy: boolean;
  onSave: (errNote: string) => void;
}

function OpenTemplate({ of, what, start, isBusy, onSave }: OpenProps) {
  const t = useTranslation();
  const form = useFlatForm({ errNote: start }, 0);
  const { errNote } = form.draft;
  return (
    <>
      <FlatDraft form={form} of={of} what={what} isNew />
      <TemplateText
        key={form.round}
        label={t('templates.text')}
        html={errNote}
        defaultHtml={errNote}
        disabled={isBusy}
        autoFocus
        onIdle={(text) => form.change({ errNote: text })}
      />
      <Button
        size="sm"
        marginBlockStart="2"
        loading={isBusy}
        disabled={isBlank(errNote)}
        onClick={() => onSave(errNote)}
      >
        {t('templates.saveText')}
      </Button>
    </>
  );
}
