/** The criteria of the list of accounts. The URL holds them, so that Back returns to them. */
import type { AccountCondition } from 'language/contract/accounts';
import { useSearchParams } from 'react-router-dom';

export interface AccountSearch {
  /** A part of the name or e-mail. */
  readonly search: string;
  readonly condition: AccountCondition | '';
  /** The id of a team: its members. */
  readonly team: string;
  readonly page: number;
}

export const conditions: readonly AccountCondition[] = ['active', 'unconfirmed', 'disabled'];
export const parseCondition = (text: string): AccountCondition | '' => conditions.find((one) => one === text) ?? '';

/** @returns the search, and shows another one: its first page, unless it names one */
export function useAccountSearch(): [AccountSearch, (patch: Partial<AccountSearch>) => void] {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get('page') ?? 1);
  const found: AccountSearch = {
    search: params.get('search') ?? '',
    condition: parseCondition(params.get('condition') ?? ''),
    team: params.get('team') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  const show = (patch: Partial<AccountSearch>): void => {
    const next = { ...found, page: 1, ...patch };
    setParams(
      Object.entries(next).flatMap(([name, value]): [string, string][] =>
        value === '' || value === 1 ? [] : [[name, String(value)]],
      ),
    );
  };
  return [found, show];
}
