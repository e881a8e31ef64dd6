/** Another person's change in an editor: a strip during typing, the comparison in a conflict. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useSelector } from '@xstate/react';
import { AsyncBoundary, lazyComponent } from '../components/lazy-component.tsx';
import { RichMessage } from '../components/text/rich-message.tsx';
import type { ComparedValue } from '../components/text/compared-value.tsx';
import { signedInUser } from '../platform/session/session.ts';
import { personName } from '../platform/text/names.ts';
import { compare, type EditorFields, type Versioned } from './editor-fields.ts';
import type { Editor } from './editor.machine.ts';
import type { ConflictProps } from './conflict-table.tsx';
import { differs } from './merge.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

/** True if it is this person's own change, made in another window. */
const isMe = (by: string): boolean => {
  const me = signedInUser();
  return me !== undefined && by === personName(me);
};

const ConflictTable = lazyComponent(() => import('./conflict-table.tsx'));
/** The table with its word comparison (6 KB) is loaded with the first conflict, which the network has just brought. */
export const Conflict = (props: ConflictProps) => {
  const t = useTranslation();
  return (
    <AsyncBoundary
      skeleton={<Skeleton height="8rem" marginBlockEnd="3" />}
      instead={<p role="alert">{t('merge.notLoaded')}</p>}
    >
      <ConflictTable {...props} isMine={isMe(props.by)} />
    </AsyncBoundary>
  );
};

/** Says that a newer version exists while the person types. The draft is left alone. */
function NewerStrip({ by, onCompare }: { by: string; onCompare: () => void }) {
  const t = useTranslation();
  return (
    <Box
      role="status"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      bg="amber.subtle"
      borderRadius="l2"
      paddingInline="3"
      paddingBlock="1"
      fontSize="sm"
      marginBlockEnd="2"
    >
      <span>
        {isMe(by) ? (
          t('merge.newerOfMine')
        ) : (
          <RichMessage id="merge.newer" elements={{ who: <bdi>{by || t('merge.teammate')}</bdi> }} />
        )}{' '}
        {t('merge.untouched')}
      </span>
      <Button size="xs" variant="outline" onClick={onCompare}>
        {t('merge.compare')}
      </Button>
    </Box>
  );
}

/** A row of the comparison. */
export interface ComparedField<Content> {
  label: string;
  of: readonly (keyof Content)[];
  show: (content: Content) => ComparedValue;
}

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
