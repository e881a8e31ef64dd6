import type { WardPatient } from 'language/contract/handover';
import { useId, useState } from 'react';
import { reasonText, shortReasons, SHOWN_REASONS } from '../../clinical/priority-reasons.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** The points with the reasons that weigh most. A press shows every reason with its points. */
export function PriorityReasons({ priority: { points, reasons } }: Pick<WardPatient, 'priority'>) {
  const t = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const further = reasons.length - SHOWN_REASONS;
  const face = (
    <>
      <span className="points">{formatNumber(points)}</span>
      <span className="reasons">
        {reasons.length === 0
          ? t('priority.none')
          : shortReasons(reasons).map((text) => <span key={text}>{text}</span>)}
        {further > 0 && !isOpen ? <span className="further">{t('priority.further', { count: further })}</span> : null}
      </span>
    </>
  );
  if (reasons.length === 0) return <div className="priority">{face}</div>;
  return (
    <>
      <button
        type="button"
        className="priority"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={t('priority.all')}
        onClick={() => setIsOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen ? (
        <ul id={id} className="every-reason" aria-label={t('priority.all')}>
          {reasons.map((one) => (
            <li key={one.reason}>
              <span className="points">{formatNumber(one.points)}</span> {reasonText(one)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
