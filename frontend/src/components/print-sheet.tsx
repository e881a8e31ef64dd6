/**
 * A document of its own beside the page: hidden on the screen, and all that is printed while it is mounted. Its head is
 * on every printed page, because browsers repeat the head of a table. Pages are numbered where the browser draws margin boxes
 * (Chromium 131, Safari 18.2); others print a number of their own (docs/decisions/browser/printing.md).
 */
import { Global } from '@emotion/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Translate } from '../platform/language/language.ts';
import { useLanguage, useTranslation } from '../platform/language/use-translation.ts';
import { usePrintedAt } from './printed-page.tsx';
import { ClinicalText } from './text/clinical-text.tsx';
import './print-sheet.css';

interface Props {
  head: ReactNode;
  children: ReactNode;
  /** The print dialog opens. */
  onPrint: () => void;
  /** The print dialog has closed. */
  onPrinted: () => void;
}

/** Prints once it is mounted. */
export function PrintSheet({ head, children, onPrint, onPrinted }: Props) {
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
    <div className="print-sheet">
      <PageNumbers />
      <table role="presentation">
        <thead>
          <tr>
            <td>
              <div className="sheet-head">{head}</div>
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{children}</td>
          </tr>
        </tbody>
      </table>
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

/** Who prints, and when. */
export function PrintedBy({ by }: { by: string }) {
  const t = useTranslation();
  const at = usePrintedAt();
  return (
    <span className="printed-by">
      <ClinicalText>{t('print.by', { name: by, at })}</ClinicalText>
    </span>
  );
}

function PageNumbers() {
  const t = useTranslation();
  const { digits, language } = useLanguage();
  const content = pageNumber(t, digits === 'arab' ? 'arabic-indic' : 'decimal');
  return (
    <Global
      styles={{
        '@page sheet': {
          size: 'A4',
          margin: '50px 30px',
          '@bottom-center': {
            content,
            direction: language.direction,
            font: '9pt "Arabic Text", "Segoe UI", "Noto Sans", "Noto Sans Arabic", "DejaVu Sans", sans-serif',
            color: '#000',
          },
        },
      }}
    />
  );
}

const [PAGE, PAGES] = ['#page', '#pages'];
/** The words as a value of `content`, with the browser's counters in their places. */
export const pageNumber = (t: Translate, style: 'decimal' | 'arabic-indic'): string =>
  t('print.page', { page: PAGE, pages: PAGES })
    .split(/(#pages?)/)
    .filter((part) => part !== '')
    .map((part) => (part === PAGE || part === PAGES ? `counter(${part.slice(1)}, ${style})` : JSON.stringify(part)))
    .join(' ');
