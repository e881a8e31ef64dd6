import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { formatDate } from '../../platform/time/dates.ts';
import { isClinicalTextDraft, type ClinicalTextDraft } from './clinical-text.machine.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { PendingItem } from '../../outbox/pending-item.tsx';

interface Props {
  item: PendingCommand;
  /** Left out while its form is open for something else. */
  onEdit: ((draft: ClinicalTextDraft, back: PendingCommand) => void) | undefined;
  along?: readonly PendingCommand[];
  /** What stands in it, and waits as well. */
  children?: ReactNode;
}

/** A text with its date that is not at the server yet: the head of a review, a physician note, or a change of one. */
export function PendingText({ item, onEdit, along, children }: Props) {
  const { draft } = item;
  if (!isClinicalTextDraft(draft)) return null;
  return (
    <PendingItem
      item={item}
      {...(along ? { along } : {})}
      {...(onEdit
        ? { onEdit: (back: PendingCommand) => onEdit(isClinicalTextDraft(back.draft) ? back.draft : draft, back) }
        : {})}
    >
      <Box className="tabular" fontSize="sm" fontWeight="semibold">
        <ClinicalText>{formatDate(draft.date)}</ClinicalText>
      </Box>
      {isBlank(draft.html) ? null : <RichTextView html={draft.html} />}
      {children}
    </PendingItem>
  );
}
