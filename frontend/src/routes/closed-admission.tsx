/** Instead of an admission that was deleted, or is no longer this person's to see: what they had typed in it. */
import { admissionDrafts } from '../lib/drafts.ts';
import { Closed } from '../ui/left-text.tsx';
import { typedAt } from './typed.ts';

export default function ClosedAdmission({ id, user }: { id: string; user: string }) {
  const within = admissionDrafts(id);
  return <Closed user={user} within={within} typedIn={(key) => typedAt(user, within + key)} />;
}
