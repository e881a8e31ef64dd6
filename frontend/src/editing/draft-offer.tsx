import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useEffect, useRef, useState } from 'react';
import { formatAgeOf, formatTime } from '../platform/time/instants.ts';
import { drafts, type DraftKey, type StoredDraft } from '../platform/storage/draft-storage.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';

interface Props<T> {
  draftKey: DraftKey;
  what: string;
  isUsable: (value: unknown) => value is T;
  /** The version that is saved now; undefined for something new. */
  version: number | undefined;
  /** `isMoved`: the draft is based on another version than the saved one. */
  onRestore: (draft: StoredDraft<T>, isMoved: boolean) => void;
}

/**
 * Offers text that was not saved before the page was left. Only the person puts it over what is saved. After the page was
 * locked it comes back by itself, as they left it.
 */
export function DraftOffer<T>({ draftKey, what, isUsable, version, onRestore }: Props<T>) {
  const t = useTranslation();
  const [draft, setDraft] = useState(() => drafts.load(draftKey, isUsable));
  const { user, of } = draftKey;
  // The answer to its save may arrive only now, after the person left and came back.
  useEffect(
    () => drafts.register({ user, of }, { hasUnsavedText: () => false, onSettled: () => setDraft(undefined) }),
    [user, of],
  );
  const accept = (stored: StoredDraft<T>): void => {
    setDraft(undefined);
    onRestore(stored, stored.base !== version);
  };
  const latest = useRef({ draft, accept });
  useEffect(() => {
    latest.current = { draft, accept };
  });
  useEffect(() => {
    if (latest.current.draft && drafts.takeReturn({ user, of })) latest.current.accept(latest.current.draft);
  }, [user, of]);
  if (!draft) return null;
  const isMoved = draft.base !== version;
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
        <ClinicalText>
          {t(isMoved ? 'draft.offerMoved' : 'draft.offer', { what, at: formatTime(new Date(draft.at).toISOString()) })}
        </ClinicalText>{' '}
        <Box as="span" color="fg.muted">
          {formatAgeOf(draft.at)}
        </Box>
      </Box>
      <Button size="xs" onClick={() => accept(draft)}>
        {t('draft.restore')}
      </Button>
      <Button
        size="xs"
        variant="ghost"
        onClick={() => {
          drafts.remove(draftKey);
          setDraft(undefined);
        }}
      >
        {t('draft.discard')}
      </Button>
    </Box>
  );
}
