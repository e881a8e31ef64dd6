/** For specs of a transfer: an open offer of the patient to another team. */
export const transfer = {
  offer: 'o1',
  toTeam: 't2',
  toTeamName: 'Ward 7',
  note: 'Stable',
  offeredBy: 'u1',
  offeredAt: '2026-03-05T10:00:00.000Z',
};
