import { useSelector } from '@xstate/react';
import type { ComparedValue } from '../../components/text/compared-value.tsx';
import { compare, type EditorFields, type Versioned } from '../editor-fields.ts';
import type { Editor } from '../editor.machine.ts';
import { Conflict, NewerStrip } from './conflict.tsx';
import { differs } from './merge.ts';

/** A row of the comparison. */
export interface ComparedField<Content> {
  label: string;
  of: readonly (keyof Content)[];
  show: (content: Content) => ComparedValue;
}

/** What an editor knows of another person's change: a strip while this one types, the comparison in a conflict. */
export function EditorConflict<Saved extends Versioned, Draft extends object, Content extends object>({
  editor,
  fields,
  rows,
}: {
  editor: Editor<Saved, Draft, Content>;
  fields: EditorFields<Saved, Draft, Content>;
  rows: readonly ComparedField<Content>[];
}) {
  const context = useSelector(editor, (state) => state.context);
  const isInConflict = useSelector(editor, (state) => state.matches('conflict'));
  const comparison = compare(fields, context);
  if (!comparison || !context.theirs) return null;
  const { was, yours, theirs } = comparison;
  const { by, at } = context.theirs;
  const toDecide = comparison.toDecide.flat();
  if (!isInConflict)
    return toDecide.length > 0 ? <NewerStrip by={by} onCompare={() => editor.send({ type: 'compare' })} /> : null;
  return (
    <Conflict
      by={by}
      at={at}
      differences={rows
        .filter(({ of }) => of.some((field) => toDecide.includes(field)) && differs([of], yours, theirs))
        .map(({ label, show }) => ({
          field: label,
          ...(was ? { was: show(was) } : {}),
          yours: show(yours),
          theirs: show(theirs),
        }))}
      onKeepMine={() => editor.send({ type: 'keepMine' })}
      onTakeTheirs={() => editor.send({ type: 'takeTheirs' })}
      onGoOn={() => editor.send({ type: 'goOn' })}
    />
  );
}
