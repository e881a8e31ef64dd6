import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useSelector } from '@xstate/react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { DatedEditor } from '../lib/dated-editors.ts';
import { datedGroups, type DatedTextContext } from '../lib/dated-text.machine.ts';
import { differs } from '../lib/merge.ts';
import { isBlank } from '../lib/sanitize.ts';
import { isShortcut, shortcuts } from '../lib/shortcuts.ts';
import { confirm } from './confirm.ts';
import { Conflict, NewerStrip, type Difference } from './conflict.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { FormField } from './form-field.tsx';
import { RichText } from './rich-text.tsx';
import { RichTextView } from './rich-text-view.tsx';

interface Words { form: string; date: string; text: string; save: string; cancel: string; placeholder?: string }

function differencesOf({ draft, saved, theirs }: DatedTextContext, words: Words): Difference[] {
  if (!theirs) return [];
  const before = saved && saved.version < theirs.text.version ? saved : undefined;
  return [
    ...(draft.date === theirs.text.date ? [] : [{ field: words.date, yours: draft.date, theirs: theirs.text.date, ...(before ? { was: before.date } : {}) }]),
    ...(draft.html === theirs.text.html ? [] : [{ field: words.text, yours: <RichTextView html={draft.html} />, theirs: <RichTextView html={theirs.text.html} />, ...(before ? { was: <RichTextView html={before.html} /> } : {}) }]),
  ];
}

/** Ends editing; asks first when something was typed. */
export async function cancelDated(editor: DatedEditor): Promise<void> {
  const { draft, saved } = editor.getSnapshot().context;
  const dirty = saved ? differs(datedGroups, saved, draft) : !isBlank(draft.html);
  if (!dirty || (await confirm({ title: 'Discard what you typed?', body: 'It has not been saved.', yes: 'Discard', no: 'Go on editing', danger: true }))) editor.send({ type: 'cancel' });
}

/** A date and a text: the head of a review, a physician note; new or edited. */
export function DatedTextForm({ editor, words, autoFocus = true, more }: { editor: DatedEditor; words: Words; autoFocus?: boolean; /** Further buttons, at the end. */ more?: ReactNode }) {
  const context = useSelector(editor, (state) => state.context);
  const busy = useSelector(editor, (state) => state.hasTag('busy'));
  const inConflict = useSelector(editor, (state) => state.matches('conflict'));
  const { draft } = context;
  const dateError = context.showMissing && draft.date === '' ? 'Enter a date' : (context.error?.fields['reviewDate'] ?? context.error?.fields['noteDate']);

  const save = () => editor.send({ type: 'save' });
  const onKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (busy) return;
    if (isShortcut(event.nativeEvent, shortcuts.save)) {
      event.preventDefault();
      if (!inConflict) save();
    } else if (event.key === 'Escape') void cancelDated(editor);
  };

  return (
    // The keys are the whole form's, wherever in it the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form aria-label={words.form} noValidate onKeyDown={onKeys} onSubmit={(event) => { event.preventDefault(); save(); }}>
      {inConflict ? (
        <Conflict
          by={context.theirs?.by ?? ''} at={context.theirs?.at} differences={differencesOf(context, words)}
          onKeepMine={() => editor.send({ type: 'keepMine' })} onTakeTheirs={() => editor.send({ type: 'takeTheirs' })} onGoOn={() => editor.send({ type: 'goOn' })}
        />
      ) : null}
      {!inConflict && context.theirs ? <NewerStrip by={context.theirs.by} onCompare={() => editor.send({ type: 'compare' })} /> : null}
      <Box display="grid" gap="3">
        <Box maxWidth="12rem">
          <FormField label={words.date} error={dateError} required disabled={busy}>
            <Input type="date" size="sm" value={draft.date} onChange={(event) => editor.send({ type: 'change', patch: { date: event.target.value } })} />
          </FormField>
        </Box>
        <RichText label={words.text} placeholder={words.placeholder ?? ''} defaultHtml={draft.html} disabled={busy} autoFocus={autoFocus} onIdle={(html) => editor.send({ type: 'change', patch: { html } })} />
        {inConflict ? null : <ErrorAlert error={context.error} onRetry={save} />}
        <Box display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" size="sm" disabled={busy || inConflict}>{busy ? 'Saving…' : words.save}</Button>
          <Button type="button" size="sm" variant="ghost" disabled={busy} onClick={() => void cancelDated(editor)}>{words.cancel}</Button>
          {more}
        </Box>
      </Box>
    </form>
  );
}
