import { useQuery } from '@tanstack/react-query';
import type { ListedStatement } from 'language/contract/statements';
import { statementsQuery } from '../../sync/reads/catalogue.ts';
import { proposalsQuery } from '../../sync/reads/server-config.ts';

const inUse = (statements: readonly ListedStatement[]): ListedStatement[] =>
  statements.filter(({ state }) => state !== 'draft' && state !== 'off');
const none: readonly ListedStatement[] = [];

/** The statements that find something in a chart; none where proposals are off. */
export function useStatementsInUse() {
  const isOn = useQuery(proposalsQuery()).data ?? false;
  const { data = none, isPending, fetchStatus } = useQuery({ ...statementsQuery(), select: inUse });
  return { list: isOn ? data : none, isPending, fetchStatus };
}
