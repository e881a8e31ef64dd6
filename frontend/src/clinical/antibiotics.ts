import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { drugsQuery } from '../sync/reads/catalogue.ts';
import { teamQuery } from '../sync/reads/shared-reads.ts';
import { ChartContext } from './patient-drugs.ts';

const keyOf = (tag: string): string => tag.trim().toLowerCase();

/**
 * Says if a trade label is an antibiotic, by the tags of the chart’s team, as the ward board does.
 *
 * @param tradeLabel its id
 */
export function useIsAntibiotic(tradeLabel: string): boolean {
  const team = useContext(ChartContext)?.team ?? '';
  const { antibioticTags = [] } = useQuery({ ...teamQuery(team), enabled: team !== '' }).data ?? {};
  const { drugTags = [] } = useQuery(drugsQuery()).data?.find(({ _id }) => _id === tradeLabel) ?? {};
  const wanted = antibioticTags.map(keyOf);
  return drugTags.some(({ name }) => wanted.includes(keyOf(name)));
}
