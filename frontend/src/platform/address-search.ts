/** A search that the address keeps, so that reload, back and a shared link show the same. */
import { useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';

export interface AddressSearch<Search> {
  search: Search;
  /** Counts how often it was set from outside: a field that holds typed text begins again. */
  resetCount: number;
  show: (next: Search, how?: { isReset?: boolean; isNewEntry?: boolean }) => void;
}

/**
 * The search is state, and the address follows it. Only back and forward set the search from the address: otherwise one
 * of two quick changes would undo the other.
 * @param parse ignores what it cannot read
 * @param write leaves out empty fields
 */
export function useAddressSearch<Search>(
  parse: (params: URLSearchParams) => Search,
  write: (search: Search) => URLSearchParams,
): AddressSearch<Search> {
  const [params, setParams] = useSearchParams();
  const [{ search, resetCount }, setSearch] = useState(() => ({ search: parse(params), resetCount: 0 }));
  const address = params.toString();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (isBackOrForward) setSearch({ search: parse(params), resetCount: resetCount + 1 });
  }
  return {
    search,
    resetCount,
    show: (next, { isReset = false, isNewEntry = false } = {}) => {
      setSearch({ search: next, resetCount: isReset ? resetCount + 1 : resetCount });
      setParams(write(next), { replace: !isNewEntry, preventScrollReset: !isNewEntry });
    },
  };
}
