/** Instead of an admission that was deleted, or is no longer this person's to see: what they had typed in it. */
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { AccessLost } from '../../editing/unsaved-text.tsx';
import { typedAt } from './typed-text.ts';

export default function ClosedAdmission({ id, user }: { id: string; user: string }) {
  const within = admissionDrafts(id);
  return <AccessLost user={user} within={within} typedIn={(key) => typedAt(user, within + key)} />;
}
