/** Two patients side by side, the choice who stays, and the merge. On a phone one is below the other. */
import * as patientCalls from 'language/contract/calls/patients';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { Admission, Patient } from 'language/contract/entities';
import { patientFields } from 'language/domain/patient/fields';
import { limits } from 'language/domain/values/codes';
import { namesOf } from 'language/domain/values/record-fields';
import { Merge } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { sexLabel } from '../../clinical/code-labels.ts';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatAge, formatDate } from '../../platform/time/dates.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';

interface Compared {
  readonly patient: Patient;
  readonly admissions: readonly Admission[];
}
/** In the order of the page. */
export type ComparedPair = readonly [Compared, Compared];

const sides = {
  border: 'none',
  padding: 0,
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  gap: '3',
  '& legend': { fontWeight: 'semibold', marginBlockEnd: '2' },
  '& .side': {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    paddingInline: '4',
    paddingBlock: '3',
    minWidth: 0,
  },
  '& .side:has(input:checked)': { borderColor: 'brand.solid', boxShadow: 'inset 0 0 0 1px {colors.brand.solid}' },
  '& label': { display: 'flex', alignItems: 'center', gap: '2', minHeight: '44px', cursor: 'pointer' },
  '& input[type=radio]': { width: '18px', height: '18px', accentColor: 'var(--chakra-colors-brand-solid)' },
  '& h2': { fontSize: 'md', fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& h3': { fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted', marginBlockStart: '3' },
  '& dl': { margin: 0 },
  '& dl > div': {
    display: 'grid',
    // Each row is a grid of its own, so no column may depend on the text in it.
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 4rem',
    columnGap: '2',
    alignItems: 'baseline',
    paddingInline: '2',
    paddingBlock: '1',
    borderRadius: 'l1',
  },
  '& dl > div[data-differs]': { bg: 'amber.subtle', color: 'amber.fg' },
  '& dt': { color: 'fg.muted', fontSize: 'xs' },
  '& [data-differs] dt': { color: 'inherit' },
  '& dd': { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  '& .differs': { fontSize: 'xs', fontWeight: 'semibold', textAlign: 'end' },
  '& ul': { listStyle: 'none', fontVariantNumeric: 'tabular-nums' },
  '& li': { paddingBlock: '1' },
  '& a': { color: 'brand.fg', fontWeight: 'semibold', _hover: { textDecoration: 'underline' } },
};

const comparedFields = namesOf(patientFields);
const blank = { reason: '' };

export function ComparePatients({ pair }: { pair: ComparedPair }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const patients = pair.map(({ patient }) => patient);
  // The one who was registered first, until the person chooses.
  const [chosen, setChosen] = useState<string>();
  const first = patients.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))[0]?._id;
  const stays = patients.find(({ _id }) => _id === (chosen ?? first));
  const other = patients.find((one) => one !== stays);
  const form = useFlatForm(blank, 0);
  const { reason } = form.draft;
  // One for the pair, also when the person comes from the other patient.
  const draft = `merge/${patients
    .map(({ _id }) => _id)
    .sort()
    .join('+')}`;
  const merge = useCommand(patientCalls.mergePatients, {
    draft,
    onSuccess: () => {
      for (const { _id, team } of patients) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.patient(_id) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.admissionsOf(_id) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.patientsOf(team) });
      }
      notify.saved(t('patientMerge.done'));
    },
  });
  useUnsaved(reason !== '' && !merge.isSuccess ? t('patientMerge.unsaved') : undefined);
  const merged = merge.data?._id;
  // In an effect: the form first has to release its unsaved reason.
  useEffect(() => {
    if (merged !== undefined) void navigate(paths.patient.href(merged), { replace: true });
  }, [merged, navigate]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!stays || !other || merge.isPending) return;
    const names = { stays: patientFullName(stays), other: patientFullName(other) };
    const isSure = await confirm({
      title: t('patientMerge.question.title', names),
      body: t('patientMerge.question.body', names),
      yes: t('patientMerge.merge'),
    });
    if (isSure)
      merge.mutate({
        params: { id: stays._id },
        team: stays.team,
        ifVersion: other.version,
        body: { patient: other._id, reason: reason.trim() },
      });
  };
  const differing = comparedFields.filter((field) => patients[0]?.[field] !== patients[1]?.[field]);
  const areBothInHospital = pair.every(({ admissions }) =>
    admissions.some(({ dischargeDate }) => dischargeDate === null),
  );
  return (
    <form aria-label={t('patientMerge.title')} onSubmit={(event) => void submit(event)}>
      <Box display="grid" gap="4">
        <Box as="fieldset" css={sides}>
          <legend>{t('patientMerge.who')}</legend>
          {pair.map((compared) => (
            <Side
              key={compared.patient._id}
              {...compared}
              differing={differing}
              isStaying={compared.patient === stays}
              onChoose={() => setChosen(compared.patient._id)}
            />
          ))}
        </Box>
        <Box role="status" color="fg.muted" fontSize="sm">
          {differing.length === 0
            ? t('patientMerge.sameData')
            : `${t('patientMerge.differing', { count: differing.length })}. ${t('patientMerge.keepHint')}`}
        </Box>
        {areBothInHospital && (
          <Box color="amber.fg" bg="amber.subtle" borderRadius="l2" paddingInline="3" paddingBlock="2">
            {t('patientMerge.bothInHospital')}
          </Box>
        )}
        <FlatDraft form={form} of={draft} what={t('patientMerge.draft')} isNew isDone={merge.isSuccess} />
        <Box maxWidth="480px">
          <FormField label={t('patientMerge.reason')}>
            <Input
              dir="auto"
              autoComplete="off"
              maxLength={limits.mergeReason}
              value={reason}
              onChange={(event) => form.change({ reason: event.target.value })}
            />
          </FormField>
        </Box>
        <ErrorAlert error={merge.error} />
        <Box display="flex" flexWrap="wrap" gap="3">
          <Button type="submit" loading={merge.isPending}>
            <Merge aria-hidden />
            {t('patientMerge.merge')}
          </Button>
          <Button asChild variant="outline">
            <Link to={paths.mergePatient.href(pair[0].patient._id)}>{t('patientMerge.findAnother')}</Link>
          </Button>
        </Box>
      </Box>
    </form>
  );
}

interface SideProps extends Compared {
  differing: readonly (typeof comparedFields)[number][];
  isStaying: boolean;
  onChoose: () => void;
}

function Side({ patient, admissions, differing, isStaying, onChoose }: SideProps) {
  const t = useTranslation();
  const heading = useId();
  const labels = {
    firstName: t('patients.firstName'),
    middleName: t('patients.middleName'),
    lastName: t('patients.lastName'),
    fourthName: t('patients.fourthName'),
    birthdate: t('patients.birthdate'),
    medicalRecordNumber: t('patients.recordNumber'),
    sex: t('patients.sex'),
  };
  const shown = (field: (typeof comparedFields)[number]): string =>
    field === 'birthdate' ? formatDate(patient.birthdate) : field === 'sex' ? sexLabel(patient.sex) : patient[field];
  return (
    <section className="side" aria-labelledby={heading}>
      <h2 id={heading}>
        <bdi dir="auto">{patientFullName(patient)}</bdi>
      </h2>
      <label>
        <input type="radio" name="stays" checked={isStaying} aria-describedby={heading} onChange={onChoose} />
        {t('patientMerge.keep')}
      </label>
      <dl>
        {comparedFields.map((field) => (
          <div key={field} data-differs={differing.includes(field) ? '' : undefined}>
            <dt>{labels[field]}</dt>
            <dd>
              {shown(field) === '' ? t('patients.notGiven') : <ClinicalName>{shown(field)}</ClinicalName>}
              {field === 'birthdate' && (
                <div>
                  <ClinicalText>{t('patients.ageOf', { age: formatAge(patient.birthdate) || '–' })}</ClinicalText>
                </div>
              )}
            </dd>
            {differing.includes(field) && <dd className="differs">{t('patientMerge.differs')}</dd>}
          </div>
        ))}
      </dl>
      <h3>{t('patientMerge.admissions')}</h3>
      {admissions.length === 0 ? (
        <Box color="fg.muted">{t('patientMerge.noAdmissions')}</Box>
      ) : (
        <ul>
          {admissions.map((admission) => (
            <li key={admission._id}>
              <AdmissionLine admission={admission} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Opens the chart in a new tab, so that the comparison stays. */
function AdmissionLine({ admission }: { admission: Admission }) {
  const t = useTranslation();
  const { admissionDate, dischargeDate } = admission;
  return (
    <>
      <Link to={paths.admission.href(admission._id)} target="_blank" rel="noopener">
        <RichMessage
          id="patientAdmissions.admittedOn"
          elements={{ date: <ClinicalText>{formatDate(admissionDate)}</ClinicalText> }}
        />
      </Link>
      {' · '}
      <ClinicalText>
        {dischargeDate === null
          ? t('patientAdmissions.inHospital')
          : t('patientAdmissions.discharged', { date: formatDate(dischargeDate) })}
      </ClinicalText>
      {' · '}
      {t('patientAdmissions.reviews', { count: admission.reviewsCount })}
    </>
  );
}
