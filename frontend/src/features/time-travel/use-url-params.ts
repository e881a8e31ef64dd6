import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface UrlParams {
  readonly params: URLSearchParams;
  /** Replaces the entry of the browser's history. */
  readonly set: (name: string, value: string) => void;
}

/** The search parameters of the address. Two writes at the same moment keep each other's value. */
export function useUrlParams(): UrlParams {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const set = useCallback(
    (name: string, value: string) => {
      latest.current = new URLSearchParams(latest.current);
      latest.current.set(name, value);
      setParams(latest.current, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );
  return { params, set };
}
