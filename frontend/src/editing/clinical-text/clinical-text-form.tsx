import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useSelector } from '@xstate/react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useRefusedFields } from '../refused-fields.ts';
import { isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { cancelClinicalText, clinicalTextFields, type ClinicalTextEditor } from './clinical-text-editor.tsx';
import { EditorConflict } from '../conflict.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { touch } from '../../components/theme/system.ts';
import { AsyncBoundary, preloadedComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { FormFoot } from '../../components/forms/form-foot.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';

// Loaded with the chart, and not before it is shown.
const LoadedDateField = preloadedComponent(async () => ({
  default: (await import('../../components/forms/date-field.tsx')).DateField,
}));

/** A date and a text: the head of a review, a physician note; new or edited. */
export function ClinicalTextForm({
  editor,
  name,
  isNew,
  autoFocus = true,
  more,
}: {
  editor: ClinicalTextEditor;
  name: 'review' | 'note';
  isNew: boolean;
  autoFocus?: boolean;
  /** Further buttons, at the end. */
  more?: ReactNode;
}) {
  const t = useTranslation();
  const wordOf = (part: 'form' | 'date' | 'text' | 'save' | 'cancel'): string =>
    name === 'note'
      ? t(`note.${isNew ? 'form' : 'editForm'}.${part}`)
      : t(`review.form.${isNew ? 'fresh' : 'edit'}.${part}`);
  const context = useSelector(editor, (state) => state.context);
  const isBusy = useSelector(editor, (state) => state.hasTag('busy'));
  const isInConflict = useSelector(editor, (state) => state.matches('conflict'));
  const { draft, round } = context;
  /** True if the focus is in the text. Where it is filled from outside, only a focus that was there returns to it. */
  const [isTextFocused, setIsTextFocused] = useState(false);
  const { date, html } = draft;
  const refused = useRefusedFields(context.error, { reviewDate: date, noteDate: date, clinicalNote: html, note: html });
  const dateError =
    context.isMissingShown && draft.date === ''
      ? t('editor.dateMissing')
      : (refused.fields['reviewDate'] ?? refused.fields['noteDate']);

  const save = () => editor.send({ type: 'save' });
  const onKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (isBusy) return;
    if (isShortcut(event.nativeEvent, shortcuts.save)) {
      event.preventDefault();
      if (!isInConflict) save();
    } else if (event.key === 'Escape') void cancelClinicalText(editor);
  };

  return (
    // The shortcuts work in every field of the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={wordOf('form')}
      noValidate
      onKeyDown={onKeys}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <EditorConflict
        editor={editor}
        fields={clinicalTextFields}
        rows={[
          { label: wordOf('date'), of: ['date'], show: ({ date: day }) => ({ text: day }) },
          { label: wordOf('text'), of: ['html'], show: (text) => ({ html: text.html }) },
        ]}
      />
      <Box display="grid" gap="3">
        <Box maxWidth="16rem">
          {/* The focus is in the text, so no key is typed into the field before it is there. */}
          <AsyncBoundary
            skeleton={<Skeleton css={{ height: '5.5rem', [touch]: { height: '7rem' } }} />}
            instead={<LoadFailed failed={t('editor.dateNotLoaded')} />}
          >
            <LoadedDateField
              label={wordOf('date')}
              size="sm"
              near={['yesterday', 'today']}
              value={draft.date}
              onChange={(typed) => editor.send({ type: 'change', patch: { date: typed } })}
              error={dateError}
              required
              disabled={isBusy}
            />
          </AsyncBoundary>
        </Box>
        <Box onFocus={() => setIsTextFocused(true)} onBlur={() => setIsTextFocused(false)}>
          <RichText
            key={round}
            label={wordOf('text')}
            defaultHtml={draft.html}
            disabled={isBusy}
            autoFocus={round === 0 ? autoFocus && !isInConflict : isTextFocused}
            onIdle={(html) => editor.send({ type: 'change', patch: { html } })}
          />
        </Box>
        {isInConflict ? null : <ErrorAlert error={refused.error} onRetry={save} />}
        <FormFoot>
          <Button type="submit" size="sm" disabled={isBusy || isInConflict}>
            {isBusy ? t('editor.saving') : wordOf('save')}
          </Button>
          <Button
            type="button"
            size="sm"
            variant="ghost"
            disabled={isBusy}
            onClick={() => void cancelClinicalText(editor)}
          >
            {wordOf('cancel')}
          </Button>
          {more}
        </FormFoot>
      </Box>
    </form>
  );
}
