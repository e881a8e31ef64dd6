import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useSelector } from '@xstate/react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ClinicalTextEditor } from './clinical-text-editors.ts';
import { toDecide, type ClinicalTextDraft, type ClinicalTextContext } from './clinical-text.machine.ts';
import { useRefused } from '../refused-fields.ts';
import { isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { cancelClinicalText } from './cancel-clinical-text.ts';
import { Conflict, NewerStrip, type Difference } from '../conflict/conflict.tsx';
import type { ComparedValue } from '../../components/text/compared-value.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';

interface Words {
  form: string;
  date: string;
  text: string;
  save: string;
  cancel: string;
  placeholder?: string;
}

function differencesOf(context: ClinicalTextContext, words: Words): Difference[] {
  const { draft, saved, theirs } = context;
  if (!theirs) return [];
  const open = toDecide(context).flat();
  const before = saved && saved.version < theirs.text.version ? saved : undefined;
  const difference = (field: string, said: (of: ClinicalTextDraft) => ComparedValue): Difference => ({
    field,
    yours: said(draft),
    theirs: said(theirs.text),
    ...(before ? { was: said(before) } : {}),
  });
  return [
    ...(open.includes('date') ? [difference(words.date, ({ date }) => ({ text: date }))] : []),
    ...(open.includes('html') ? [difference(words.text, ({ html }) => ({ html }))] : []),
  ];
}

/** A date and a text: the head of a review, a physician note; new or edited. */
export function ClinicalTextForm({
  editor,
  words,
  autoFocus = true,
  more,
}: {
  editor: ClinicalTextEditor;
  words: Words;
  autoFocus?: boolean;
  /** Further buttons, at the end. */ more?: ReactNode;
}) {
  const context = useSelector(editor, (state) => state.context);
  const busy = useSelector(editor, (state) => state.hasTag('busy'));
  const inConflict = useSelector(editor, (state) => state.matches('conflict'));
  const { draft, round } = context;
  /**
   * Whether the person is in the text: if it is filled anew from outside they stay in it, and nobody else is called
   * there.
   */
  const [within, setWithin] = useState(false);
  const { date, html } = draft;
  const refused = useRefused(context.error, { reviewDate: date, noteDate: date, clinicalNote: html, note: html });
  const dateError =
    context.showMissing && draft.date === ''
      ? 'Enter a date'
      : (refused.fields['reviewDate'] ?? refused.fields['noteDate']);

  const save = () => editor.send({ type: 'save' });
  const onKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (busy) return;
    if (isShortcut(event.nativeEvent, shortcuts.save)) {
      event.preventDefault();
      if (!inConflict) save();
    } else if (event.key === 'Escape') void cancelClinicalText(editor);
  };

  return (
    // The keys are the whole form's, wherever in it the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={words.form}
      noValidate
      onKeyDown={onKeys}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {inConflict ? (
        <Conflict
          by={context.theirs?.by ?? ''}
          at={context.theirs?.at}
          differences={differencesOf(context, words)}
          onKeepMine={() => editor.send({ type: 'keepMine' })}
          onTakeTheirs={() => editor.send({ type: 'takeTheirs' })}
          onGoOn={() => editor.send({ type: 'goOn' })}
        />
      ) : null}
      {!inConflict && context.theirs && toDecide(context).length > 0 ? (
        <NewerStrip by={context.theirs.by} onCompare={() => editor.send({ type: 'compare' })} />
      ) : null}
      <Box display="grid" gap="3">
        <Box maxWidth="12rem">
          <FormField label={words.date} error={dateError} required disabled={busy}>
            <Input
              type="date"
              size="sm"
              value={draft.date}
              onChange={(event) => editor.send({ type: 'change', patch: { date: event.target.value } })}
            />
          </FormField>
        </Box>
        <Box onFocus={() => setWithin(true)} onBlur={() => setWithin(false)}>
          <RichText
            key={round}
            label={words.text}
            placeholder={words.placeholder ?? ''}
            defaultHtml={draft.html}
            disabled={busy}
            autoFocus={round === 0 ? autoFocus && !inConflict : within}
            onIdle={(html) => editor.send({ type: 'change', patch: { html } })}
          />
        </Box>
        {inConflict ? null : <ErrorAlert error={refused.error} onRetry={save} />}
        <Box display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" size="sm" disabled={busy || inConflict}>
            {busy ? 'Saving…' : words.save}
          </Button>
          <Button
            type="button"
            size="sm"
            variant="ghost"
            disabled={busy}
            onClick={() => void cancelClinicalText(editor)}
          >
            {words.cancel}
          </Button>
          {more}
        </Box>
      </Box>
    </form>
  );
}
