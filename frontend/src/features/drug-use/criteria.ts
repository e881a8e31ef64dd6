/**
 * The criteria of the list: a drug and a day. The address holds them: they survive a reload and can
 * be sent to a teammate.
 */
import type { DrugUseSubject } from 'language/contract/drug-use';
import { useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import type { DrugUseCriteria } from '../../sync/cache/query-keys.ts';

export type Kind = DrugUseSubject['kind'];
/** The names of the parameters, in the address and in the call. */
export const kinds: readonly Kind[] = ['drug', 'substance', 'tag'];

export interface Asked {
  kind: Kind;
  /** Empty: nothing is asked for yet. */
  id: string;
  /** `YYYY-MM-DD`, or what was typed and is no date; null: today, also after midnight. */
  on: string | null;
}

/** The first of the three counts. */
export function readAsked(params: URLSearchParams): Asked {
  const kind = kinds.find((name) => params.get(name)) ?? 'drug';
  return { kind, id: params.get(kind) ?? '', on: params.get('on') };
}

/** The parameters of the address. */
export const writeAsked = ({ kind, id, on }: Asked): Record<string, string> => ({
  ...(id === '' ? {} : { [kind]: id }),
  ...(on === null ? {} : { on }),
});

/** The parameters of the call. */
export const queryOf = ({ kind, id, on }: DrugUseCriteria): Record<string, string> => ({ [kind]: id, on });

/**
 * The form is state, and the address follows it. Only back and forward set the form from the address: else a quick key
 * would be undone by the one before it.
 */
export function useAsked(): [Asked, (patch: Partial<Asked>) => void] {
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState(() => readAsked(params));
  const address = params.toString();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (isBackOrForward) setAsked(readAsked(params));
  }
  const ask = (patch: Partial<Asked>): void => {
    const next = { ...asked, ...patch };
    setAsked(next);
    setParams(writeAsked(next), { replace: true, preventScrollReset: true });
  };
  return [asked, ask];
}
