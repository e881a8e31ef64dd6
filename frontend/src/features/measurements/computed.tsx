import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AdmissionDetails } from 'language/contract/entities';
import type { Measurement } from 'language/contract/measurements';
import { formulas, type FormulaKey } from 'language/domain/formulas/compute-all';
import { isResult, type Input, type Refused, type Result } from 'language/domain/formulas/formula';
import type { InputName } from 'language/domain/formulas/inputs';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { intervalsFor } from 'language/domain/team/dose-intervals';
import { isListedOn } from '../../clinical/listed-medications.ts';
import { medicationsQuery } from '../../sync/reads/admission-lists.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { computedFrom, computedText } from '../../clinical/measured-values.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatList } from '../../platform/language/format.ts';
import { translate } from '../../platform/language/language.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate, useToday } from '../../platform/time/dates.ts';
import { useHospitalClock } from '../../platform/time/instants.ts';
import { levelsOf, noDoses, regimenOf, VancomycinDoses } from './vancomycin-doses.tsx';

const style = {
  marginBlockStart: '6',
  '& ul': { listStyle: 'none', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2', marginBlockStart: '2' },
  '& li': {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: '16rem 1fr' },
    columnGap: '4',
    paddingBlock: '2',
    paddingInline: '3',
  },
  '& li + li': { borderBlockStartWidth: '1px', borderColor: 'border.muted' },
  '& summary': { cursor: 'pointer', marginBlockStart: '3', minHeight: '6', color: 'fg.muted' },
  '& b': { display: 'block', fontVariantNumeric: 'tabular-nums' },
  '& .from': { fontSize: 'xs', color: 'fg.muted' },
  '& .note': { color: 'amber.fg' },
  '& [data-team-dose]': { fontSize: 'sm', color: 'fg', fontWeight: 'semibold' },
};

/** Each computed value with its inputs and its source, and for the others what they lack. */
export function ComputedValues({
  admission,
  measurements,
}: {
  admission: AdmissionDetails;
  measurements: readonly Measurement[];
}) {
  const t = useTranslation();
  const now = useHospitalClock();
  const [doses, setDoses] = useState(noDoses);
  const readings = measurements.filter((one) => one.admission === admission._id);
  const computed = computedFrom({
    readings,
    all: measurements,
    person: admission.patientDetails,
    now,
    vancomycin: regimenOf(doses, readings),
  });
  if (!computed) return null;
  const entries = (Object.keys(formulas) as FormulaKey[]).map((key) => [key, computed.values[key]] as const);
  const results = entries.flatMap(([key, value]) => (isResult(value) ? [[key, value] as const] : []));
  const refused = entries.flatMap(([key, value]) =>
    isResult(value) || isForOtherAge(value) ? [] : [[key, value] as const],
  );
  return (
    <Box as="section" aria-label={t('values.computedTitle')} css={style}>
      <h3>{t('values.computedTitle')}</h3>
      {levelsOf(readings).length === 0 ? null : <VancomycinDoses doses={doses} onChange={setDoses} />}
      <ul>
        {results.map(([key, result]) => (
          <ResultRow key={key} name={t(`values.computed.${key}`)} result={result}>
            {key === 'creatinineClearance' ? <TeamDoses admission={admission} crcl={result.value} /> : null}
          </ResultRow>
        ))}
      </ul>
      {refused.length === 0 ? null : (
        <details>
          <summary>{t('values.notComputed', { count: refused.length })}</summary>
          <ul>
            {refused.map(([key, { missing }]) => (
              <li key={key}>
                <span>{t(`values.computed.${key}`)}</span>
                <span className="from">{missingText(missing)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Box>
  );
}

/** A formula for children says nothing about an adult, and the other way. */
const isForOtherAge = ({ missing }: Refused): boolean =>
  missing.some(({ input, reason }) => input === 'age' && reason === 'outOfRange');

function missingText(missing: Refused['missing']): string {
  const named = (reason: string): string =>
    formatList(missing.filter((one) => one.reason === reason).map(({ input }) => translate(`values.input.${input}`)));
  const [absent, outside] = [named('absent'), named('outOfRange')];
  return [
    absent === '' ? '' : translate('values.needs', { inputs: absent }),
    outside === '' ? '' : translate('values.outside', { inputs: outside }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The doses of the team's own table for the drugs of the list; nothing where no row fits. @param crcl mL/min */
function TeamDoses({ admission, crcl }: { admission: AdmissionDetails; crcl: number }) {
  const t = useTranslation();
  const day = useToday();
  const table = useQuery(teamQuery(admission.team)).data?.doseIntervals;
  const medications = useQuery(medicationsQuery(admission._id, admission.team)).data;
  if (!table || !medications) return null;
  const listed = medications.filter((one) => isListedOn(one, day)).map(({ drug }) => drugOfTradeLabel(drug));
  return intervalsFor(table, new Set(listed), Number(crcl.toFixed(0))).map(
    ({ drug, drugLabel, crclFrom, mgPerKg, everyHours }) => (
      <div key={drug + String(crclFrom)} data-team-dose>
        <ClinicalText>
          {t('values.teamDose', { drug: drugLabel, mgPerKg, everyHours, source: table.source })}
        </ClinicalText>
      </div>
    ),
  );
}

function ResultRow({ name, result, children }: { name: string; result: Result; children: ReactNode }) {
  const t = useTranslation();
  const inputs = Object.entries(result.inputs).flatMap(([input, given]) =>
    given ? [inputText(input as InputName, given)] : [],
  );
  return (
    <li>
      <span>
        {name}
        <b>
          <ClinicalName>{computedText(result)}</ClinicalName>
        </b>
      </span>
      <span className="from">
        <ClinicalText>{t('values.from', { inputs: inputs.join(' · ') })}</ClinicalText>
        {result.notes.map((note) => (
          <div key={note} className="note">
            {t(`values.note.${note}`)}
          </div>
        ))}
        {result.isEstimate ? <div className="note">{t('values.estimate')}</div> : null}
        <div dir="ltr" lang="en">
          <ClinicalText>{result.source}</ClinicalText>
        </div>
        {children}
      </span>
    </li>
  );
}

/** The newest of a series. */
const READINGS_SHOWN = 4;
/** `Weight 72 kg (03-02)`. */
function inputText(name: InputName, { value, unit, day }: Input): string {
  const label = translate(`values.input.${name}`);
  const known =
    typeof value === 'number'
      ? `${formatNumber(Number(value.toFixed(2)))} ${unit}`
      : typeof value === 'object'
        ? formatList(
            value
              .slice(-READINGS_SHOWN)
              .map((reading) => `${formatNumber(reading.value)} (${formatDate(reading.day).slice(5)})`),
          )
        : typeof value === 'boolean'
          ? translate(value ? 'values.yes' : 'values.no')
          : translate(`values.sex.${value}`);
  return [
    label,
    known.trim(),
    typeof value === 'number' && day && name !== 'age' ? `(${formatDate(day).slice(5)})` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
