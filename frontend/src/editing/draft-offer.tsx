import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useEffect, useState } from 'react';
import { formatTime } from '../platform/time/time.ts';
import { drafts, type DraftKey, type StoredDraft } from '../platform/storage/draft-storage.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';

interface Props<T> {
  draftKey: DraftKey;
  what: string;
  isUsable: (value: unknown) => value is T;
  /** The version that is saved now; undefined for something new. */
  version: number | undefined;
  onRestore: (draft: StoredDraft<T>, moved: boolean) => void;
}

/** Text that was not saved before the page was left. It is offered; nothing saved is replaced by it unasked. */
export function DraftOffer<T>({ draftKey, what, isUsable, version, onRestore }: Props<T>) {
  const [draft, setDraft] = useState(() => drafts.load(draftKey, isUsable));
  const { user, of } = draftKey;
  // Its save may be acknowledged only now, after the person left and came back.
  useEffect(
    () => drafts.register({ user, of }, { hasUnsavedText: () => false, onSettled: () => setDraft(undefined) }),
    [user, of],
  );
  if (!draft) return null;
  const moved = draft.base !== version;
  return (
    <Box
      role="status"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      bg="bg.muted"
      borderRadius="l2"
      paddingInline="3"
      paddingBlock="1.5"
      fontSize="sm"
      marginBlock="2"
    >
      <Box flex="1" minWidth="14rem">
        <ClinicalText>{`Draft of ${what} from ${formatTime(new Date(draft.at).toISOString())}, not saved.${moved ? ' It has been changed since: you will see both.' : ''}`}</ClinicalText>
      </Box>
      <Button
        size="xs"
        onClick={() => {
          setDraft(undefined);
          onRestore(draft, moved);
        }}
      >
        Restore
      </Button>
      <Button
        size="xs"
        variant="ghost"
        onClick={() => {
          drafts.remove(draftKey);
          setDraft(undefined);
        }}
      >
        Discard
      </Button>
    </Box>
  );
}
