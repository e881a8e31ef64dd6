import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { formatDate } from '../../platform/time/dates.ts';
import { isClinicalTextDraft, type ClinicalTextDraft } from './clinical-text-editor.tsx';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { PendingItem } from '../../outbox/pending-item.tsx';

interface Props {
  item: PendingCommand;
  /** Undefined while its form is open for another text. */
  onEdit: ((draft: ClinicalTextDraft, back: PendingCommand) => void) | undefined;
  dependents?: readonly PendingCommand[];
  /** The things in the text, which wait as well. */
  children?: ReactNode;
}

/** A clinical text, or a change of one, that waits in the outbox. */
export function PendingText({ item, onEdit, dependents, children }: Props) {
  const { draft } = item;
  if (!isClinicalTextDraft(draft)) return null;
  return (
    <PendingItem
      item={item}
      {...(dependents ? { dependents } : {})}
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
