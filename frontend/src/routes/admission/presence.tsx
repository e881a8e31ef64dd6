/** The other people in the chart, and what this person edits in it. */
import { Box } from '@chakra-ui/react/box';
import type { PresenceTouch } from 'command-api/contract/live';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { entryEditors } from '../../features/entries/entry-editor.tsx';
import { clinicalTextEditors } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { useEditors } from '../../editing/open-editors.tsx';
import { useTouchPresence, type OtherPeople } from '../../sync/live/live-connection.ts';
import { useUnsavedEdits } from '../../platform/storage/unsaved-changes.ts';
import { resolveId } from '../../outbox/outbox.ts';
import { isPlaceholderId } from '../../outbox/pending-command.ts';

const isTarget = (key: string): key is PresenceTouch['target'] => key.startsWith('review:') || key.startsWith('note:');

function useEdited(): PresenceTouch['target'] | undefined {
  const entries = useEditors(entryEditors);
  const texts = useEditors(clinicalTextEditors);
  const [entry] = entries.values();
  const typed = useUnsavedEdits().size > 0;
  const review = entry && resolveId(entry.getSnapshot().context.parentId);
  return (
    [...texts.keys()].find(isTarget) ??
    (review === undefined || isPlaceholderId(review) ? (typed ? 'admission' : undefined) : `review:${review}`)
  );
}

/**
 * Tells the others what this person edits: the open editor, or any unsaved text in the rest of the chart.
 * A component of its own, so that a key in an editor renders the editor only.
 */
export function TouchPresence({ admission }: { admission: string }): null {
  const edited = useEdited();
  useTouchPresence({ admission, target: edited ?? 'admission', mode: edited ? 'editing' : 'viewing' });
  return null;
}

/** The names of the other people in the chart. */
export const OtherPeopleHere = ({ people: { names, editingAt } }: { people: OtherPeople }) => {
  const t = useTranslation();
  return (
    <Box
      role="status"
      data-print="hide"
      display="flex"
      alignItems="center"
      minWidth="0"
      fontSize="xs"
      color="fg.muted"
      borderBlockEndWidth={{ md: '1px' }}
      borderColor="border"
    >
      {names.length > 0
        ? t('admission.alsoHere', {
            names: names
              .map((name) => (editingAt('admission').includes(name) ? t('admission.alsoWriting', { name }) : name))
              .join(', '),
          })
        : null}
    </Box>
  );
};
