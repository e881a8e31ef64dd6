/** The values of the patient in the banner: weight, height, kidney, and the kinds that the team has chosen. */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import type { Measurement } from 'language/contract/measurements';
import { useMemo } from 'react';
import { ClinicalName, ClinicalText } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { useHospitalClock } from '../platform/time/instants.ts';
import { pregnancyLabel } from './care-details.ts';
import {
  flagText,
  headerValues,
  trendSigns,
  type HeaderRules,
  type Person,
  type ShownValue,
} from './measured-values.ts';

/** Until the team is read, and where it may not be read. */
const defaultRules: HeaderRules = { headerKinds: ['potassium'], oldAfterHours: 48 };

const style = {
  flexWrap: 'wrap',
  columnGap: '3 !important',
  alignItems: 'baseline',
  lineHeight: '1.5',
  '& > div': { whiteSpace: 'nowrap', alignItems: 'baseline' },
  '& [data-flag]': { color: 'fg.error' },
  '& [data-old] dd': { fontWeight: 'normal', color: 'fg.muted' },
  '& small': { fontSize: '2xs', fontWeight: 'normal', color: 'fg.muted' },
};

interface Props {
  /** With those of earlier stays, ascending; undefined while they load. */
  measurements: readonly Measurement[] | undefined;
  admission: { readonly _id: string; readonly pregnancy?: string };
  person: Person;
  rules?: HeaderRules | undefined;
  /** The hospital's clock at the moment of a past view, `YYYY-MM-DD HH:MM`. Default: now. */
  at?: string | undefined;
}

export function PatientValues({ measurements, admission, person, rules = defaultRules, at }: Props) {
  const t = useTranslation();
  const clock = useHospitalClock();
  const now = at ?? clock;
  const shown = useMemo(() => {
    if (!measurements) return undefined;
    const readings = measurements.filter((one) => one.admission === admission._id);
    return {
      values: headerValues({ readings, all: measurements, person, now }, rules),
      course: readings.filter(({ kind }) => kind === 'creatinine').map(({ canonical }) => canonical),
    };
    // The texts depend on the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [measurements, admission._id, person, rules, now, t]);
  const pregnancy = admission.pregnancy === 'no' ? '' : pregnancyLabel(admission.pregnancy ?? '');
  return (
    <Box as="dl" aria-label={t('values.header')} css={style}>
      {shown?.values.map((value) => (
        <div key={value.key} data-value={value.key} data-old={value.isOld || undefined}>
          <dt>{value.label}</dt>
          <dd>
            <Value of={value} />
          </dd>
          {value.key === 'creatinine' && shown.course.length > 1 ? (
            <dd aria-hidden>
              <Spark values={shown.course} />
            </dd>
          ) : null}
        </div>
      ))}
      {pregnancy === '' ? null : (
        <div>
          <dt>
            <VisuallyHidden>{t('care.pregnancy')}</VisuallyHidden>
          </dt>
          <dd>
            <Badge size="sm" colorPalette="amber">
              {pregnancy}
            </Badge>
          </dd>
        </div>
      )}
    </Box>
  );
}

function Value({ of: { text, flag, trend, age, isOld, notes = [] } }: { of: ShownValue }) {
  const t = useTranslation();
  if (text === '') return '–';
  return (
    <>
      <span data-flag={flag}>
        <ClinicalName>{text}</ClinicalName>
        {flag === undefined ? null : ` ${flagText(flag)}`}
      </span>
      {trend === undefined ? null : (
        <span title={t(`values.trend.${trend}`)}>
          {' '}
          <span aria-hidden>{trendSigns[trend]}</span>
          <VisuallyHidden>{t(`values.trend.${trend}`)}</VisuallyHidden>
        </span>
      )}
      {notes.map((note) => (
        <small key={note} title={t(`values.note.${note}`)}>
          {' '}
          {t('values.unstable')}
        </small>
      ))}
      {age === '' ? null : (
        <small title={isOld ? t('values.old') : undefined}>
          {' '}
          <ClinicalText>{age}</ClinicalText>
        </small>
      )}
    </>
  );
}

/** The newest values of a spark line. */
const SPARK_VALUES = 12;
/** A change of less than this, in mg/dL, is drawn flat: a step of KDIGO (`formulas/trend.ts`). */
const STEP = 0.3;
const [WIDTH, HEIGHT] = [40, 12];

/** The course of a value without a scale. It runs as the page does. */
function Spark({ values }: { values: readonly number[] }) {
  const shown = values.slice(-SPARK_VALUES);
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const points = shown.map((value, at) => {
    const [x, y] = [at / (shown.length - 1), 0.5 + ((most + least) / 2 - value) / Math.max(STEP, most - least)];
    return `${1 + x * (WIDTH - 2)},${1 + y * (HEIGHT - 2)}`;
  });
  return (
    <Box
      as="svg"
      {...{ viewBox: `0 0 ${WIDTH} ${HEIGHT}` }}
      width={`${WIDTH}px`}
      height={`${HEIGHT}px`}
      display="inline-block"
      color="fg.muted"
      _rtl={{ transform: 'scaleX(-1)' }}
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </Box>
  );
}
