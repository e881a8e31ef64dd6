/** The tab of the admission screen, and what is open in it, kept in the address (docs/product.md, "Routes"). */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

export const tabs = ['notes', 'reviews', 'medication', 'gallery'] as const;
export type Tab = (typeof tabs)[number];
export const parseTab = (name: string | null): Tab | undefined => tabs.find((tab) => tab === name);

export interface AdmissionLocation {
  tab: Tab;
  goTo: (tab: Tab) => void;
  /** The review or note that the address names. */
  wanted: { kind: 'review' | 'note'; id: string } | undefined;
}

export function useAdmissionLocation(): AdmissionLocation {
  const [params, setParams] = useSearchParams();
  const [wanted] = useState<AdmissionLocation['wanted']>(() => {
    const review = params.get('review');
    const note = params.get('note');
    return review ? { kind: 'review', id: review } : note ? { kind: 'note', id: note } : undefined;
  });
  const tab: Tab = parseTab(params.get('tab')) ?? (wanted?.kind === 'note' ? 'notes' : 'reviews');
  const goTo = (next: Tab) =>
    setParams((current) => ({ ...Object.fromEntries(current), tab: next }), {
      replace: true,
      preventScrollReset: true,
    });
  return { tab, goTo, wanted };
}
