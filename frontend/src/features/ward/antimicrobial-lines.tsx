import type { WardAntimicrobial } from 'language/contract/handover';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** The current antimicrobials, a line each: day of therapy, route, indication, culture, and what is due. */
export function AntimicrobialLines({ antimicrobials }: { antimicrobials: readonly WardAntimicrobial[] }) {
  const t = useTranslation();
  return (
    <ul className="antimicrobials" aria-label={t('antimicrobial.list')}>
      {antimicrobials.map(({ medication, label, day, route, indication, culture, reviewDue, ivToOral }) => (
        <li key={medication}>
          <b>
            <ClinicalName>{label}</ClinicalName>
          </b>{' '}
          <span className="fact">
            {t('antimicrobial.day', { day })}
            {route === '' ? null : (
              <>
                {' · '}
                <bdi>{route}</bdi>
              </>
            )}
          </span>
          <Noted label={t('antimicrobial.indication')} text={indication} />
          <Noted label={t('antimicrobial.culture')} text={culture} />
          {reviewDue ? (
            <span className="chip" data-due>
              {t('antimicrobial.reviewDue')}
            </span>
          ) : null}
          {ivToOral ? (
            <span className="chip" data-due>
              {t('antimicrobial.ivToOral')}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Noted({ label, text }: { label: string; text: string }) {
  const t = useTranslation();
  return (
    <span className="fact" data-missing={text === '' || undefined}>
      {label}{' '}
      {text === '' ? (
        t('antimicrobial.notNoted')
      ) : (
        <bdi dir="auto">
          <b>{text}</b>
        </bdi>
      )}
    </span>
  );
}
