/** A medicine from home typed in one line, as the quick entry of the list reads orders. */
import * as admissionCalls from 'language/contract/calls/admissions';
import type { TradeLabelRow } from 'language/contract/entities';
import { understood } from 'language/domain/orders/parse-order';
import { homeMedicationSources } from 'language/domain/values/codes';
import { useState } from 'react';
import { homeSourceLabel } from '../../../clinical/code-labels.ts';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Select } from '../../../components/forms/select.tsx';
import { notify } from '../../../components/toasts/toaster.tsx';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { useCommand } from '../../../sync/commands.ts';
import { cacheHomeMedication } from '../../../sync/reads/reconciliation.ts';
import { OrderLine, useOrderLine } from '../order-line.tsx';
import { fieldsOfOrder } from '../typed-order.ts';
import { blankHome, homeBody, homeDraft, type HomeTexts } from './home-fields.ts';

interface Props {
  admission: string;
  /** Opens the form with these fields. */
  onFill: (fields: HomeTexts) => void;
}

/** Enter records a drug of the catalogue that is understood, also without a dose, and else opens the form. */
export function HomeEntry({ admission, onFill }: Props) {
  const t = useTranslation();
  const line = useOrderLine(t('reconciliation.homeEntry'));
  const { parsed, input, clear } = line;
  const [source, setSource] = useState(blankHome.source);
  const draft = homeDraft(admission, 'line');
  const record = useCommand(admissionCalls.recordHomeMedication, {
    draft,
    onSuccess: (answer) => {
      notify.saved(t('reconciliation.toast.recorded', { label: answer.drugLabel }), 2_500);
      clear();
      void cacheHomeMedication(answer);
      input.current?.focus();
    },
  });
  const enter = (chosen: TradeLabelRow | undefined): void => {
    if (!parsed || record.isPending) return;
    const { note = '', ...order } = fieldsOfOrder(parsed);
    // The text that was not understood is the name, where the catalogue does not have the drug.
    const drug = chosen ? { drug: chosen._id, drugLabel: chosen.label, note } : { drug: '', drugLabel: note, note: '' };
    const fields = { ...blankHome, ...order, ...drug, source };
    if (chosen && understood(parsed)) record.mutate({ params: { id: admission }, body: homeBody(fields) });
    else {
      clear();
      onFill(fields);
    }
  };
  return (
    <OrderLine
      of={line}
      draft={draft}
      what={t('reconciliation.homeDraft')}
      hint={t('reconciliation.homeEntryHint')}
      command={record}
      onEnter={enter}
    >
      <FormField label={t('reconciliation.source')}>
        <Select
          size="sm"
          options={homeMedicationSources.map((one) => [one, homeSourceLabel(one)])}
          value={source}
          onChange={setSource}
        />
      </FormField>
    </OrderLine>
  );
}
