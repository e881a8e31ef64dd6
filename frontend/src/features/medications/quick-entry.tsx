/** A medication typed in one line, such as `ceftriaxone 1 g iv q12h`, with what is understood of it. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { AdmissionMedication, TradeLabelRow } from 'language/contract/entities';
import { formatOrder } from 'language/domain/orders/format-order';
import { parseOrder, type ParsedOrder } from 'language/domain/orders/parse-order';
import { useRef, type FormEvent } from 'react';
import { isSameMedicine, isTaken } from '../../clinical/listed-medications.ts';
import { usePatientDrugs } from '../../clinical/patient-drugs.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { playSuccess } from '../../platform/sound.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { today } from '../../platform/time/dates.ts';
import { drugsQuery } from '../../sync/reads/catalogue.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheMedication } from './api.ts';
import { drugFinder, type FoundDrug } from './find-drug.ts';
import { blankMedication, bodyOf, type MedicationFields } from './medication-fields.ts';
import { fieldsOfOrder, isWhole } from './typed-order.ts';

/** More trade names of one substance are chosen in the form. */
const MOST_NAMES = 8;
const MOST_CHARACTERS = 300;
const blank = { line: '' };

interface Props {
  admission: string;
  /** The list: a second order of a drug is looked at in the form. */
  medications: readonly AdmissionMedication[];
  /** Opens the form with these fields. */
  onFill: (fields: Partial<MedicationFields>) => void;
}

/** Enter adds the medication where all is understood, without a question, and else opens the form with it. */
export function QuickEntry({ admission, medications, onFill }: Props) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { line } = form.draft;
  const input = useRef<HTMLInputElement>(null);
  const drugs = useQuery(drugsQuery());
  const patientDrugs = usePatientDrugs();
  const draft = `order/${admission}`;
  useUnsaved(line === '' ? undefined : t('medication.quick'));
  const parsed = line.trim() === '' ? undefined : parseOrder(line, drugs.data ? drugFinder(drugs.data) : noDrug);
  const names = namesOf(parsed?.drug, patientDrugs);
  const [first] = names;
  const isListed =
    first !== undefined && medications.some((one) => isSameMedicine(one.drug, first._id) && isTaken(one, today()));
  const add = useCommand(admissionCalls.addMedication, {
    draft,
    onSuccess: (answer) => {
      playSuccess();
      notify.saved(t('medication.toast.added'), 2_500);
      form.take(blank, 0);
      void cacheMedication(answer);
      input.current?.focus();
    },
  });
  const enter = (chosen: TradeLabelRow | undefined): void => {
    if (!parsed || add.isPending) return;
    const drug = chosen ? { drug: chosen._id, drugLabel: chosen.label } : {};
    const fields = { ...fieldsOfOrder(parsed), ...drug };
    if (chosen && isWhole(parsed) && !isListed)
      add.mutate({ params: { id: admission }, body: bodyOf({ ...blankMedication(today()), ...fields }) });
    else {
      form.take(blank, 0);
      onFill(fields);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter(names.length === 1 && parsed?.drug?.isBySound === false ? first : undefined);
  };
  return (
    <Box asChild data-print="hide" marginBlockEnd="3">
      <form aria-label={t('medication.quick')} onSubmit={submit} noValidate>
        <FlatDraft
          form={form}
          of={draft}
          what={t('medication.quickDraft')}
          isNew
          isDone={add.isSuccess && line === ''}
        />
        <FormField label={t('medication.quick')} hint={t('medication.quickHint')} disabled={add.isPending}>
          <Input
            ref={input}
            size="sm"
            dir="auto"
            autoComplete="off"
            maxLength={MOST_CHARACTERS}
            value={line}
            onChange={(event) => form.change({ line: event.target.value })}
          />
        </FormField>
        <ErrorAlert error={add.error} />
        {parsed ? (
          <OrderPreview
            parsed={parsed}
            names={names}
            isListed={isListed}
            isReady={drugs.data !== undefined}
            onChoose={enter}
          />
        ) : null}
      </form>
    </Box>
  );
}

const noDrug = (): undefined => undefined;
/** The trade names that the drug can be, those of the patient first. */
export const namesOf = (drug: FoundDrug | undefined, first: readonly string[]): readonly TradeLabelRow[] => {
  const own = drug?.labels.filter(({ _id }) => first.includes(_id)) ?? [];
  return own.length > 0 ? own : (drug?.labels ?? []);
};
const previewStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '1',
  fontSize: 'sm',
  marginBlockStart: '1',
  '& dt': { color: 'fg.muted', fontSize: 'xs' },
  '& .missing': { color: 'fg.muted', fontStyle: 'italic' },
  '& .asked': { flexBasis: '100%', color: 'amber.fg' },
};

/** The understood parts of a typed order. */
export function OrderPreview({
  parsed,
  names,
  isListed,
  isReady,
  onChoose,
}: {
  parsed: ParsedOrder<FoundDrug>;
  names: readonly TradeLabelRow[];
  isListed: boolean;
  isReady: boolean;
  onChoose: (name: TradeLabelRow) => void;
}) {
  const t = useTranslation();
  const { dose, strength, form, route, schedule, hints } = parsed.order;
  const drug = names.length === 1 ? names[0]?.label : parsed.drug?.labels[0]?.drugLabel;
  const parts: readonly (readonly [label: string, text: string | undefined])[] = [
    [t('medication.fields.drug'), drug ?? (isReady ? undefined : '…')],
    [
      t('medication.fields.dose'),
      formatOrder({ ...(strength && { strength }), ...(form && { form }), ...(dose && { dose }), hints: [] }),
    ],
    [t('medication.fields.route'), formatOrder({ ...(route && { route }), hints: [] })],
    [t('medication.fields.frequency'), formatOrder({ ...(schedule && { schedule }), hints })],
  ];
  return (
    <Box css={previewStyle} aria-live="polite">
      {parts.map(([label, text]) => (
        <dl key={label}>
          <dt>{label}</dt>
          <dd>
            {text ? (
              <ClinicalName>{text}</ClinicalName>
            ) : (
              <span className="missing">{t('medication.notUnderstood')}</span>
            )}
          </dd>
        </dl>
      ))}
      {parsed.rest.length > 0 ? (
        <dl>
          <dt>{t('medication.toNote')}</dt>
          <dd>
            <ClinicalName>{parsed.rest.map(({ text }) => text.trim()).join(' ')}</ClinicalName>
          </dd>
        </dl>
      ) : null}
      {parsed.questions.map(({ code, start }) => (
        <div key={start} className="asked">
          {translate(`medication.asked.${code}`)}
        </div>
      ))}
      {isListed ? <div className="asked">{t('medication.asked.listed')}</div> : null}
      {names.length > 1 || parsed.drug?.isBySound ? (
        <Box flexBasis="100%" display="flex" flexWrap="wrap" alignItems="center" gap="1.5">
          {t('medication.whichName')}
          {names.slice(0, MOST_NAMES).map((name) => (
            <Button key={name._id} size="xs" variant="outline" colorPalette="gray" onClick={() => onChoose(name)}>
              <ClinicalName>{name.label}</ClinicalName>
            </Button>
          ))}
        </Box>
      ) : null}
    </Box>
  );
}
