/** For specs of the admission screen, seen by Mona, Hany or Dina. */
import { NO_ERROR } from 'language/domain/values/codes';
import { onTestFinished } from 'vitest';
import { admission, medication, noReconciliation, note, reviews, team } from './hospital.ts';
import { commandsOf, serve, visit } from './screen.tsx';
import type { SessionUser } from '../platform/session/session.machine.ts';
import '../routes/admission/admission.tsx';
import '../features/notes/notes-tab.tsx';
import '../components/dialogs/confirm-dialog.tsx';
import { toaster } from '../components/toasts/toast-host.tsx';

// Loaded before the first test, so that its timeout does not include the loading.

export function openChart(as: SessionUser, address: string, replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({
    'GET /api/admissions/a1/details': admission,
    'GET /api/teams/t1': team,
    'GET /api/reviews/listAdmissionReviews/a1': reviews,
    'GET /api/physicNotes/listAdmNotes/a1': [note],
    'GET /api/admissions/a1/medications': [
      medication('m1', 'Meronem'),
      medication('m2', 'Marevan', { note: 'بعد الأكل' }),
    ],
    'GET /api/admissions/a1/reconciliation': noReconciliation,
    'GET /api/admissions/a1/measurements': { measurements: [], leftOut: 0 },
    'GET /api/config': { timeZone: 'Africa/Cairo', blockedHostnames: [] },
    'GET /api/statements': [],
    'GET /api/drugs': [{ _id: 'd1', label: 'Tienam', drug: 'x1', drugLabel: 'Imipenem', drugTags: [] }],
    'GET /api/errtypes': [
      { ...NO_ERROR, version: 0 },
      { _id: 'e1', label: 'Renal dose adjustment', version: 1 },
    ],
    ...replies,
  });
  // Three toasts are shown at a time: those of one test would delay those of the next.
  onTestFinished(() => toaster.remove());
  const commands = () => commandsOf(sent);
  return { ...visit(address, { as }), sent, commands };
}
