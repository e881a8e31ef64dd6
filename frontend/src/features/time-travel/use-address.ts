import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface Address {
  readonly params: URLSearchParams;
  /** Rewrites the address and leaves no trail in the browser's history. */
  readonly put: (name: string, value: string) => void;
}

/** The search of the address, of which two may be written at the same moment: neither undoes the other. */
export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const put = useCallback(
    (name: string, value: string) => {
      latest.current = new URLSearchParams(latest.current);
      latest.current.set(name, value);
      setParams(latest.current, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );
  return { params, put };
}
