import type { WardMarks } from 'language/contract/handover';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate } from '../../platform/time/dates.ts';

/** Who has taken the patient today, at which level of review, and until when the patient is deferred. */
export function WorkMarks({ marks, user }: { marks: WardMarks; user: string | undefined }) {
  const t = useTranslation();
  const { takenBy, deferred, reviewLevel } = marks;
  if (takenBy.length === 0 && deferred === null && reviewLevel === null) return null;
  const mineFirst = takenBy.toSorted((a, b) => Number(b.userId === user) - Number(a.userId === user));
  return (
    <div className="work">
      {mineFirst.map(({ userId, userName }) =>
        userId === user ? (
          <span key={userId} className="chip" data-mine>
            {t('ward.mine')}
          </span>
        ) : (
          <span key={userId} className="chip" title={t('ward.takenBy', { name: userName })}>
            <bdi>{userName}</bdi>
          </span>
        ),
      )}
      {reviewLevel === null ? null : (
        <span className="chip" title={t('ward.levelBy', { name: reviewLevel.userName })}>
          {t(`ward.levels.${reviewLevel.level}`)}
        </span>
      )}
      {deferred === null ? null : (
        <span className="deferred" title={t('ward.deferredBy', { name: deferred.userName })}>
          <ClinicalText>{t('ward.deferredUntil', { date: formatDate(deferred.until) })}</ClinicalText>{' '}
          <bdi dir="auto">{deferred.reason}</bdi>
        </span>
      )}
    </div>
  );
}
