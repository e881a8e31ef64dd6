import { Box } from '@chakra-ui/react/box';
import { datedEditors } from '../../lib/dated-editors.ts';
import { isDatedDraft } from '../../lib/dated-text.machine.ts';
import { today } from '../../lib/dates.ts';
import { useEditor } from '../../lib/editors.ts';
import { datedDraftKey } from '../../ui/dated-keepers.tsx';
import { cancelDated } from '../../ui/cancel-dated.ts';
import { DatedTextForm } from '../../ui/dated-text-form-later.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { NEW_REVIEW, openNewReview } from './api.ts';
import { reviewText } from './messages.ts';

/** For members with edit rights (specification §2). Today's date stands in it already. */
export function NewReview({ admissionId, user }: { admissionId: string; user: string }) {
  const editor = useEditor(datedEditors, NEW_REVIEW);
  const toggle = (open: boolean) => {
    if (open) openNewReview(admissionId, { date: today(), html: '' });
    else if (editor) void cancelDated(editor);
  };
  return (
    <Box marginBlockStart="4" data-print="hide" data-new-review>
      {editor ? null : (
        <DraftOffer
          draftKey={datedDraftKey(user, admissionId, NEW_REVIEW)}
          what="a new review"
          isUsable={isDatedDraft}
          version={undefined}
          onRestore={({ value }) => openNewReview(admissionId, value)}
        />
      )}
      <Disclosure label={reviewText.create} open={editor !== undefined} onToggle={toggle}>
        {editor ? <DatedTextForm editor={editor} words={reviewText.form.fresh} /> : null}
      </Disclosure>
    </Box>
  );
}
