/** A medicine from home typed in one line, as the quick entry of the list reads orders. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { TradeLabelRow } from 'language/contract/entities';
import { parseOrder } from 'language/domain/orders/parse-order';
import { homeMedicationSources } from 'language/domain/values/codes';
import { useRef, useState, type FormEvent } from 'react';
import { homeSourceLabel } from '../../../clinical/code-labels.ts';
import { usePatientDrugs } from '../../../clinical/patient-drugs.ts';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Select } from '../../../components/forms/select.tsx';
import { ErrorAlert } from '../../../components/screen-states.tsx';
import { notify } from '../../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../../editing/flat-form.tsx';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { useUnsaved } from '../../../platform/storage/unsaved-changes.ts';
import { useCommand } from '../../../sync/commands.ts';
import { drugsQuery } from '../../../sync/reads/catalogue.ts';
import { cacheHomeMedication } from '../../../sync/reads/reconciliation.ts';
import { drugFinder } from '../find-drug.ts';
import { namesOf, OrderPreview } from '../quick-entry.tsx';
import { fieldsOfOrder } from '../typed-order.ts';
import { blankHome, homeBody, homeDraft, type HomeTexts } from './home-fields.ts';

const MOST_CHARACTERS = 300;
const blank = { line: '' };
const noDrug = (): undefined => undefined;

interface Props {
  admission: string;
  /** Opens the form with these fields. */
  onFill: (fields: HomeTexts) => void;
}

/** Enter records a drug of the catalogue that is understood, also without a dose, and else opens the form. */
export function HomeEntry({ admission, onFill }: Props) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { line } = form.draft;
  const [source, setSource] = useState(blankHome.source);
  const input = useRef<HTMLInputElement>(null);
  const drugs = useQuery(drugsQuery());
  const patientDrugs = usePatientDrugs();
  const draft = homeDraft(admission, 'line');
  useUnsaved(line === '' ? undefined : t('reconciliation.homeEntry'));
  const parsed = line.trim() === '' ? undefined : parseOrder(line, drugs.data ? drugFinder(drugs.data) : noDrug);
  const names = namesOf(parsed?.drug, patientDrugs);
  const record = useCommand(admissionCalls.recordHomeMedication, {
    draft,
    onSuccess: (answer) => {
      notify.saved(t('reconciliation.toast.recorded', { label: answer.drugLabel }), 2_500);
      form.take(blank, 0);
      void cacheHomeMedication(answer);
      input.current?.focus();
    },
  });
  const enter = (chosen: TradeLabelRow | undefined): void => {
    if (!parsed || record.isPending) return;
    const { note = '', ...order } = fieldsOfOrder(parsed);
    const isUnderstood = chosen !== undefined && parsed.rest.length === 0 && parsed.questions.length === 0;
    // The text that was not understood is the name, where the catalogue does not have the drug.
    const drug = chosen ? { drug: chosen._id, drugLabel: chosen.label, note } : { drug: '', drugLabel: note, note: '' };
    const fields = { ...blankHome, ...order, ...drug, source };
    if (isUnderstood) record.mutate({ params: { id: admission }, body: homeBody(fields) });
    else {
      form.take(blank, 0);
      onFill(fields);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter(names.length === 1 && parsed?.drug?.isBySound === false ? names[0] : undefined);
  };
  return (
    <Box asChild data-print="hide" marginBlockEnd="3">
      <form aria-label={t('reconciliation.homeEntry')} onSubmit={submit} noValidate>
        <FlatDraft
          form={form}
          of={draft}
          what={t('reconciliation.homeDraft')}
          isNew
          isDone={record.isSuccess && line === ''}
        />
        <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: '1fr 14rem' }}>
          <FormField
            label={t('reconciliation.homeEntry')}
            hint={t('reconciliation.homeEntryHint')}
            disabled={record.isPending}
          >
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
          <FormField label={t('reconciliation.source')}>
            <Select
              size="sm"
              options={homeMedicationSources.map((one) => [one, homeSourceLabel(one)])}
              value={source}
              onChange={setSource}
            />
          </FormField>
        </Box>
        <ErrorAlert error={record.error} />
        {parsed ? (
          <OrderPreview
            parsed={parsed}
            names={names}
            isListed={false}
            isReady={drugs.data !== undefined}
            onChoose={enter}
          />
        ) : null}
      </form>
    </Box>
  );
}
