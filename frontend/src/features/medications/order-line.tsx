/** A medicine typed in one line, with what is understood of it: for the list, and for the medicines from home. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { TradeLabelRow } from 'language/contract/entities';
import { formatOrder } from 'language/domain/orders/format-order';
import { parseOrder, type ParsedOrder } from 'language/domain/orders/parse-order';
import { useRef, type FormEvent, type ReactNode } from 'react';
import { usePatientDrugs } from '../../clinical/patient-drugs.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import type { ApiError } from '../../platform/http/api.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { drugsQuery } from '../../sync/reads/catalogue.ts';
import { drugFinder, type FoundDrug } from './find-drug.ts';

/** More trade names of one substance are chosen in the form. */
const MOST_NAMES = 8;
const MOST_CHARACTERS = 300;
const blank = { line: '' };
const noDrug = (): undefined => undefined;

/** The trade names that the drug can be, those of the patient first. */
const namesOf = (drug: FoundDrug | undefined, first: readonly string[]): readonly TradeLabelRow[] => {
  const own = drug?.labels.filter(({ _id }) => first.includes(_id)) ?? [];
  return own.length > 0 ? own : (drug?.labels ?? []);
};

/** @param name of the line, as a person reads it */
export function useOrderLine(name: string) {
  const form = useFlatForm(blank, 0);
  const { line } = form.draft;
  const input = useRef<HTMLInputElement>(null);
  const drugs = useQuery(drugsQuery()).data;
  const patientDrugs = usePatientDrugs();
  useUnsaved(line === '' ? undefined : name);
  const parsed = line.trim() === '' ? undefined : parseOrder(line, drugs ? drugFinder(drugs) : noDrug);
  return {
    form,
    input,
    name,
    parsed,
    names: namesOf(parsed?.drug, patientDrugs),
    isReady: drugs !== undefined,
    clear: () => form.take(blank, 0),
  };
}

interface Props {
  of: ReturnType<typeof useOrderLine>;
  /** The draft of the line: where it is kept, and its name for people. */
  draft: string;
  what: string;
  hint: string;
  command: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: ApiError | null };
  isListed?: boolean;
  /** @param chosen the trade name, if there is no doubt */
  onEnter: (chosen: TradeLabelRow | undefined) => void;
  /** Beside the line. */
  children?: ReactNode;
}

export function OrderLine({ of, draft, what, hint, command, isListed = false, onEnter, children }: Props) {
  const { form, input, name, parsed, names, isReady } = of;
  const { line } = form.draft;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onEnter(names.length === 1 && parsed?.drug?.isBySound === false ? names[0] : undefined);
  };
  return (
    <Box asChild data-print="hide" marginBlockEnd="3">
      <form aria-label={name} onSubmit={submit} noValidate>
        <FlatDraft form={form} of={draft} what={what} isNew isDone={command.isSuccess && line === ''} />
        <Box display="grid" gap="3" gridTemplateColumns={children ? { base: '1fr', md: '1fr 14rem' } : '1fr'}>
          <FormField label={name} hint={hint} disabled={command.isPending}>
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
          {children}
        </Box>
        <ErrorAlert error={command.error} />
        {parsed ? (
          <OrderPreview parsed={parsed} names={names} isListed={isListed} isReady={isReady} onChoose={onEnter} />
        ) : null}
      </form>
    </Box>
  );
}

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
function OrderPreview({
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
