import { Box } from '@chakra-ui/react/box';
import {
  cancelClinicalText,
  clinicalTextEditors,
  isClinicalTextDraft,
} from '../../editing/clinical-text/clinical-text-editor.tsx';
import { today } from '../../platform/time/dates.ts';
import { useEditor, editorDraftKey } from '../../editing/open-editors.tsx';
import { ClinicalTextForm } from '../../editing/clinical-text/clinical-text-form.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { NEW_REVIEW, openNewReview } from './api.ts';
import { reviewText } from './messages.ts';

/** The form of a new review, for clinical pharmacists. Its date is today at first. */
export function NewReview({ admissionId, user }: { admissionId: string; user: string }) {
  const editor = useEditor(clinicalTextEditors, NEW_REVIEW);
  const toggle = (open: boolean) => {
    if (open) openNewReview(admissionId, { date: today(), html: '' });
    else if (editor) void cancelClinicalText(editor);
  };
  return (
    <Box marginBlockStart="4" data-print="hide" data-new-review>
      {editor ? null : (
        <DraftOffer
          draftKey={editorDraftKey(user, admissionId, NEW_REVIEW)}
          what="a new review"
          isUsable={isClinicalTextDraft}
          version={undefined}
          onRestore={({ value }) => openNewReview(admissionId, value)}
        />
      )}
      <Disclosure label={reviewText.create} open={editor !== undefined} onToggle={toggle}>
        {editor ? <ClinicalTextForm editor={editor} words={reviewText.form.fresh} /> : null}
      </Disclosure>
    </Box>
  );
}
