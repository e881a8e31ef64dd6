/** Two entries of team t1 that wait for a response, and the screen that lists them. */
import { act, screen } from '@testing-library/react';
import type { PendingEntry, PendingPage } from 'language/contract/handover';
import type { Answer, DrugErr, Review } from 'language/contract/entities';
import { pendingEntry } from '../features/handover/pending-entry.testdata.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { mona, noValues, review, team, written } from './hospital.ts';
import { commandsOf, serve, visit } from './screen.tsx';
import '../routes/team/handover.tsx';

export const mine = pendingEntry('e1', { userId: mona._id, userName: 'Mona X', review: 'a1.r2' });
export const omars = pendingEntry('e2', {
  errDrugLabel: 'Zyvox',
  errSeverity: null,
  overdue: true,
  followUpDate: '2026-03-04',
});
export const listed = (...pending: PendingEntry[]): PendingPage => ({
  pending,
  overdue: pending.filter(({ overdue }) => overdue).length,
  page: 1,
  pages: 1,
  total: pending.length,
});
export const answered = (entry: PendingEntry, over: Partial<DrugErr>): Answer<Review> => ({
  ...review(entry.review, entry.reviewDate, mona, [{ ...entry, version: 9, ...over }]),
  ...written,
});
export const row = (drug: string) => screen.getByText(drug).closest<HTMLElement>('[data-row]')!;
export const open = (replies: Parameters<typeof serve>[0] = {}, { as = mona, search = '' } = {}) => {
  const sent = serve({
    'GET /api/teams/t1': team,
    'GET /api/handover/t1': listed(mine, omars),
    ...noValues,
    ...replies,
  });
  return {
    ...visit(`/handover/t1${search}`, { as }),
    sent,
    commands: () => commandsOf(sent),
  };
};
/** A live note of a teammate's change arrives. */
export const heard = () => act(() => queryClient.invalidateQueries({ queryKey: ['handover'] }));

/** Omar's entries on the server, in pages of two. Those that were taken over are not in the list any more. */
export const unattended = (count: number) => {
  const waiting = new Map(
    Array.from({ length: count }, (_, nth) => pendingEntry(`e${nth}`, { errDrugLabel: `Drug ${nth}` })).map(
      (entry) => [entry._id, entry] as const,
    ),
  );
  return {
    waiting,
    list: ({ search }: { search: Record<string, string> }): PendingPage => {
      const page = Number(search['pageNumber'] ?? 1);
      const all = [...waiting.values()];
      return {
        ...listed(...all.slice(2 * (page - 1), 2 * page)),
        page,
        pages: Math.ceil(all.length / 2),
        total: all.length,
      };
    },
    take: ({ body }: { body: unknown }) => {
      const { errId } = body as { errId: string };
      const entry = waiting.get(errId)!;
      waiting.delete(errId);
      return answered(entry, { responsible: mona._id });
    },
  };
};
