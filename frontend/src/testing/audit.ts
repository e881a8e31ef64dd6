/** For specs of the audit: changes of the errors of team t1, and the screen that searches them. */
import { screen, within } from '@testing-library/react';
import type { Team } from 'language/contract/entities';
import type { ErrorChange, ErrorChangePage } from 'language/contract/history';
import { member, team as teamOfIcu } from './hospital.ts';
import { inTimeZone, mona, serve, visit } from './screen.tsx';

/** Hany is the admin, Mona an auditor. */
export const team: Team = {
  ...teamOfIcu,
  adminId: 'u2',
  members: [
    member('u1', { firstName: 'Mona', canEdit: true, canAudit: true }),
    member('u2', { firstName: 'هاني', canEdit: true }),
  ],
};
export const change = (entry: string, more: Partial<ErrorChange> = {}): ErrorChange => ({
  _id: `${entry}@4`,
  entry,
  review: 'a1.r1',
  admission: 'a1',
  patient: 'p1',
  patientName: 'هدى محمود',
  stream: 'admission-a1',
  revision: 4,
  at: '2026-03-02T22:30:00.000Z',
  actorId: 'u2',
  actorName: 'هاني X',
  what: ['severity'],
  errType: 'et-1',
  errTypeLabel: 'Dose too high',
  errDrug: 'd-1.0',
  errDrugLabel: 'Marevan 5 mg',
  errSeverity: 'D',
  errRes: null,
  rating: null,
  followUpDate: null,
  before: { errSeverity: 'C' },
  ...more,
});
export const page = (changes: ErrorChange[], more: Partial<ErrorChangePage> = {}): ErrorChangePage => ({
  changes,
  page: 1,
  pages: 1,
  total: changes.length,
  ...more,
});

type Reply = Parameters<typeof serve>[0][string];
export async function open(
  reply: Reply,
  { search = '', of = team, also = {} }: { search?: string; of?: Team; also?: Record<string, Reply> } = {},
) {
  inTimeZone('Africa/Cairo');
  const sent = serve({
    'GET /api/teams/t1': of,
    'GET /api/history/teams/t1/errors': reply,
    'GET /api/errtypes': [
      { _id: 'et-1', label: 'Dose too high' },
      { _id: '00000000-0000-4000-8000-0000000099bb', label: 'No error' },
    ],
    'GET /api/drugs': [{ _id: 'd-1.0', label: 'Marevan 5 mg', drug: 'd-1', drugLabel: 'Warfarin' }],
    ...also,
  });
  const shown = visit(`/history/teams/t1${search}`, { as: mona });
  await screen.findByRole('heading', { level: 1, name: 'Audit' });
  const asked = () =>
    sent.filter(({ call }) => call === 'GET /api/history/teams/t1/errors').map(({ search: said }) => said);
  return { ...shown, sent, asked };
}
export const rows = () => within(screen.getByRole('list', { name: 'Changes, newest first' })).getAllByRole('listitem');
