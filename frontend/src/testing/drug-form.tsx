/** For specs of the form of a drug: the form with its catalogue. */
import { QueryClientProvider } from '@tanstack/react-query';
import type { Drug, ErrorType, Tag, TradeLabelRow } from 'language/contract/entities';
import { queryClient } from '../sync/cache/query-client.ts';
import { commandsOf, type Sent, serve } from './screen.tsx';
import { show } from './component.tsx';
import { DrugForm } from '../features/drugs/drug-form.tsx';

export const warfarin: Drug = {
  _id: 'x1',
  version: 3,
  label: 'Warfarin',
  tags: ['g1'],
  tips: 'INR daily',
  compatibility: [],
  tradeLabels: [
    { _id: 'x1.1', idx: 0, label: 'Marevan 1 mg' },
    { _id: 'x1.2', idx: 1, label: 'Marevan 5 mg' },
  ],
  errTemps: [{ idx: 0, errType: 't1', isAdult: false, label: '<p>Hold warfarin</p>' }],
};
const rows: TradeLabelRow[] = [
  { _id: 'x1.1', label: 'Marevan 1 mg', drug: 'x1', drugLabel: 'Warfarin', drugTags: [] },
  { _id: 'x2.1', label: 'Meronem', drug: 'x2', drugLabel: 'Meropenem', drugTags: [] },
];
const types: ErrorType[] = [
  { _id: 't1', label: 'Overdose', version: 1 },
  { _id: 't2', label: 'Allergy', version: 1 },
];
const tags: Tag[] = [
  { _id: 'g1', label: 'anticoagulant', version: 1 },
  { _id: 'g2', label: 'high alert', version: 1 },
];

const catalogue = { 'GET /api/drugs': rows, 'GET /api/errtypes': types, 'GET /api/tags': tags };

export function open(drug: Drug | undefined, calls: Record<string, (asked: Sent) => object> = {}) {
  queryClient.clear();
  const sent = serve({ ...catalogue, ...calls });
  const asked = () => commandsOf(sent);
  const added: Drug[] = [];
  const opened: string[] = [];
  const shown = show(
    <QueryClientProvider client={queryClient}>
      <DrugForm drug={drug} user="u1" onAdded={(one) => added.push(one)} onOpen={(one) => opened.push(one)} />
    </QueryClientProvider>,
  );
  return { ...shown, asked, added, opened };
}
export const answer = (drug: object) => ({ ...warfarin, ...drug, stream: 'drug-x1', revision: 9, version: 9 });
