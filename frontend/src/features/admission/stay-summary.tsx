import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { AdmissionDetails, CareDetails } from 'language/contract/entities';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { iconButtonStyle } from '../../components/icon-button.ts';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { linkStyle } from '../../components/theme/system.ts';
import { knownCare, placeText } from '../../clinical/care-details.ts';
import { paths } from '../../platform/paths.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { Link } from 'react-router-dom';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { vitalLines } from './vital-lines.ts';

/** Eight lines of text: what is written on admission mostly fits. */
const CLOSED_REM = 12.4;
const style = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  columnGap: '1',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  paddingInline: { base: '3', md: '4' },
  paddingBlock: '1.5',
  marginBlockEnd: '2',
  '& h2': { fontSize: 'xs', color: 'fg.muted', fontWeight: 'normal' },
  '& .text': { flex: '1 1 0', minWidth: '0' },
  '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: '4', fontSize: 'xs' },
  '& dt, & dd': { display: 'inline' },
  '& dt': { color: 'fg.muted', marginInlineEnd: '1' },
  '& dd': { fontWeight: 'semibold' },
  '& .question': {
    flexBasis: '100%',
    fontSize: 'sm',
    color: 'amber.fg',
    bg: 'amber.subtle',
    borderRadius: 'l2',
    paddingInline: '2',
    '& a': linkStyle,
  },
  ...iconButtonStyle,
  // The edge of the last line fades: there is more.
  '& .text[data-cut]': {
    maxHeight: `${CLOSED_REM}rem`,
    overflow: 'hidden',
    maskImage: 'linear-gradient(black calc(100% - 1rem), transparent)',
    _print: { maxHeight: 'none', maskImage: 'none' },
  },
  '& .text h2': { marginBlockStart: '1' },
  '& .vital': {
    flexBasis: '100%',
    listStyle: 'none',
    fontWeight: 'semibold',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    _print: { display: 'none' },
    '& li': { unicodeBidi: 'plaintext', textAlign: 'start', overflowWrap: 'anywhere' },
  },
  '& .note': { unicodeBidi: 'plaintext', textAlign: 'start', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
};

/**
 * The part that the closed text hides: undefined if all of it fits, else the lines below the cut
 * that speak of an allergy or of the weight.
 */
function useHidden(text: RefObject<HTMLElement | null>): readonly string[] | undefined {
  const [hidden, setHidden] = useState<readonly string[]>();
  useEffect(() => {
    if (!text.current) return undefined;
    const box = text.current;
    const measure = () => {
      const cut = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * CLOSED_REM;
      const next = box.scrollHeight > cut + 1 ? vitalLines(box, cut) : undefined;
      setHidden((before) => (String(before) === String(next) ? before : next));
    };
    // It reports first when the page is laid out: to measure now would lay it out once more.
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return hidden;
}

/**
 * The text that was written on admission, and the note of the discharge: all of it where it fits, else eight lines, what it
 * says of allergies and weight, and all of it on a press. The dates of the stay and the age are in the patient's banner.
 */
export function StaySummary({
  admission: { admissionDetails, dischargeNote, alsoInBed = [], alsoOpen = [], ...care },
  arrival,
  children,
}: {
  admission: Pick<AdmissionDetails, 'admissionDetails' | 'dischargeNote' | keyof CareDetails> &
    Partial<Pick<AdmissionDetails, 'alsoInBed' | 'alsoOpen'>>;
  arrival?: Arrival | undefined;
  /** Buttons at the end, and what they open below. */
  children?: ReactNode;
}) {
  const t = useTranslation();
  const known = knownCare(care);
  const [isOpen, setIsOpen] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  const hidden = useHidden(text);
  const id = useId();
  return (
    <Box as="section" aria-label={t('admission.summary')} css={style} data-item="stay" data-new={arrival}>
      {alsoInBed.length === 0 ? null : (
        <div className="question" role="note">
          <RichMessage
            id="care.alsoInBed"
            values={{ place: placeText(care) }}
            elements={{
              names: alsoInBed.map((one) => (
                <Link key={one.admission} to={paths.admission.href(one.admission)}>
                  <bdi dir="auto">{patientFullName(one)}</bdi>
                </Link>
              )),
            }}
          />
        </div>
      )}
      {alsoOpen.length === 0 ? null : (
        <div className="question" role="note">
          <RichMessage
            id="care.alsoOpen"
            values={{ count: alsoOpen.length }}
            elements={{
              admissions: alsoOpen.map((one) => (
                <Link key={one.admission} to={paths.admission.href(one.admission)}>
                  {t('patientAdmissions.admittedOn', { date: one.admissionDate })}
                  {placeText(one) === '' ? '' : `, ${placeText(one)}`}
                </Link>
              )),
            }}
          />
        </div>
      )}
      <div ref={text} id={id} className="text" data-cut={hidden === undefined || isOpen ? undefined : true}>
        {known.length === 0 ? null : (
          <dl>
            {known.map((name) => (
              <div key={name}>
                <dt>{t(`care.${name}`)}</dt>
                <dd>
                  <bdi dir="auto">{care[name]}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {isBlank(admissionDetails) ? (
          <Box color="fg.muted">{t('admission.noDetails')}</Box>
        ) : (
          <RichTextView html={admissionDetails} />
        )}
        {dischargeNote === '' ? null : (
          <>
            <h2>{t('admission.dischargeNote')}</h2>
            <div className="note">
              <ClinicalText>{dischargeNote}</ClinicalText>
            </div>
          </>
        )}
      </div>
      {hidden === undefined ? null : (
        <Button
          size="xs"
          variant="ghost"
          minHeight="8"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('admission.lessDetails') : t('admission.moreDetails')}
        </Button>
      )}
      {children}
      {hidden === undefined || hidden.length === 0 || isOpen ? null : (
        <ul className="vital" aria-label={t('admission.vital')}>
          {hidden.map((line) => (
            <li key={line}>
              <ClinicalText>{line}</ClinicalText>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}
