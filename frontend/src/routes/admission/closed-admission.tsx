/** Shown instead of an admission that was deleted or is no longer visible to the person: their unsaved text. */
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { AccessLost } from '../../editing/unsaved-text.tsx';
import { admissionDraftText } from './admission-draft-text.ts';

export default function ClosedAdmission({ id, user }: { id: string; user: string }) {
  const within = admissionDrafts(id);
  return <AccessLost user={user} within={within} typedIn={(key) => admissionDraftText(user, within + key)} />;
}
