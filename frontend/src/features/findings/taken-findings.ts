/** The findings that new entries take over, until their decisions are in the chart. */
import type { DecidedFinding } from 'language/contract/findings';
import { useCallback, useMemo } from 'react';
import { createStore, useStore } from 'zustand';
import { usePendingCommands } from '../../outbox/outbox.ts';
import { findingIn, type PendingCommand } from '../../outbox/pending-command.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';

type Identity = Pick<DecidedFinding, 'key' | 'fingerprint'>;
export const identityOf = ({ key, fingerprint }: Identity): string => `${key} ${fingerprint}`;

/** Those of open forms. */
const taking = createStore<readonly Identity[]>(() => []);
/** @returns ends it */
export function startTaking(finding: Identity): () => void {
  taking.setState([...taking.getState(), finding], true);
  return () =>
    taking.setState(
      taking.getState().filter((one) => one !== finding),
      true,
    );
}

/** The identities of the findings of a chart that are being taken over: in open forms and in the outbox. */
export function useTakenFindings(admission: string): ReadonlySet<string> {
  const inForms = useStore(taking);
  const waiting = usePendingCommands(
    useCallback(({ of }: PendingCommand) => of.startsWith(admissionDrafts(admission)), [admission]),
  );
  return useMemo(
    () => new Set([...inForms, ...waiting.flatMap(({ call }) => findingIn(call.body) ?? [])].map(identityOf)),
    [inForms, waiting],
  );
}
