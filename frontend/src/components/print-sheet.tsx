/**
 * A document of its own beside the page: hidden on the screen, and all that is printed while it is mounted. Its head is
 * on every printed page.
 */
import { Global } from '@emotion/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Words } from '../platform/language/language.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { usePaper } from './paper.ts';
import { RepeatedHead } from './repeated-head.tsx';
import { usePrintedAt } from './printed-page.tsx';
import { ClinicalText } from './text/clinical-text.tsx';
import './print-sheet.css';

interface Props {
  head: ReactNode;
  children: ReactNode;
  /** The words of the sheet; without them those of the page. */
  words?: Words;
  /** The print dialog opens. */
  onPrint: () => void;
  /** The print dialog has closed. */
  onPrinted: () => void;
}

/** Prints once it is mounted. */
export function PrintSheet({ head, children, words, onPrint, onPrinted }: Props) {
  const paper = usePaper(words);
  const latest = useRef({ onPrint, onPrinted });
  useEffect(() => {
    latest.current = { onPrint, onPrinted };
  });
  useEffect(() => {
    const page = document.documentElement;
    page.dataset['printing'] = 'sheet';
    const done = () => latest.current.onPrinted();
    const print = () => {
      latest.current.onPrint();
      window.print();
    };
    window.addEventListener('afterprint', done);
    // In a new task: StrictMode undoes the first mount at once, which must not print.
    const timer = setTimeout(print, 0);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', done);
      delete page.dataset['printing'];
    };
  }, []);
  return createPortal(
    <div className="print-sheet" {...(words && { lang: words.language.code, dir: words.language.direction })}>
      <Global styles={{ '@page sheet': paper }} />
      <RepeatedHead head={<div className="sheet-head">{head}</div>}>{children}</RepeatedHead>
    </div>,
    document.body,
  );
}

/** A named fact of a head. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span>
    {label} <b>{children}</b>
  </span>
);

/** The person who prints, and the time. */
export function PrintedBy({ by }: { by: string }) {
  const t = useTranslation();
  const at = usePrintedAt();
  return (
    <span className="printed-by">
      <ClinicalText>{t('print.by', { name: by, at })}</ClinicalText>
    </span>
  );
}
