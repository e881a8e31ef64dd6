/** A place in the admission screen: its tab and its item. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

export const tabs = ['notes', 'reviews', 'medication', 'values', 'gallery'] as const;
export type Tab = (typeof tabs)[number];
export const parseTab = (name: string | null): Tab | undefined => tabs.find((tab) => tab === name);

/**
 * The tab of the admission screen, and what is open in it, kept in the address (docs/product.md, "Routes"). A chosen tab is
 * shown at once: the address follows when its loaders have answered, and a second choice may come before.
 */
export interface AdmissionLocation {
  tab: Tab;
  /** @param part of the medications */
  goTo: (tab: Tab, part?: 'reconciliation') => void;
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
  const addressed: Tab = parseTab(params.get('tab')) ?? (wanted?.kind === 'note' ? 'notes' : 'reviews');
  const [{ tab, since }, setChosen] = useState({ tab: addressed, since: addressed });
  if (since !== addressed) setChosen({ tab: addressed, since: addressed });
  const goTo = (next: Tab, part?: string) => {
    setChosen({ tab: next, since: addressed });
    setParams((current) => ({ ...Object.fromEntries(current), tab: next, ...(part && { part }) }), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return { tab, goTo, wanted };
}

/** An item that is being opened mounts some frames later: about one second of attempts. */
const ATTEMPTS_MAX = 60;

/**
 * Scrolls to the element with this `data-item` as soon as it is there.
 *
 * @param options.focus selector of the control in it that gets the focus
 */
export function scrollToItem(id: string, options: { block: ScrollLogicalPosition; focus?: string }): void {
  const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const attempt = (attemptsLeft: number): void => {
    const item = document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
    const target = options.focus === undefined ? undefined : item?.querySelector<HTMLElement>(options.focus);
    target?.focus({ preventScroll: true });
    // A closed element takes no focus.
    const isReady =
      item !== null && (options.focus === undefined || (target !== undefined && document.activeElement === target));
    if (isReady || attemptsLeft === 0)
      item?.scrollIntoView({ block: options.block, behavior: isMotionReduced ? 'auto' : 'smooth' });
    else requestAnimationFrame(() => attempt(attemptsLeft - 1));
  };
  requestAnimationFrame(() => attempt(ATTEMPTS_MAX));
}

/** Scrolls to a review of the chart. */
export const scrollToReview = (id: string): void => scrollToItem(`review-${id}`, { block: 'start' });
