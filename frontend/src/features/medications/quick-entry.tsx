/** A medication typed in one line, such as `ceftriaxone 1 g iv q12h`. */
import * as admissionCalls from 'language/contract/calls/admissions';
import type { AdmissionMedication, TradeLabelRow } from 'language/contract/entities';
import { isSameMedicine, isTaken } from '../../clinical/listed-medications.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { playSuccess } from '../../platform/sound.ts';
import { today } from '../../platform/time/dates.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheMedication } from './api.ts';
import { blankMedication, bodyOf, type MedicationFields } from './medication-fields.ts';
import { OrderLine, useOrderLine } from './order-line.tsx';
import { fieldsOfOrder, isWhole } from './typed-order.ts';

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
  const line = useOrderLine(t('medication.quick'));
  const { parsed, names, input, clear } = line;
  const draft = `order/${admission}`;
  const [first] = names;
  const isListed =
    first !== undefined && medications.some((one) => isSameMedicine(one.drug, first._id) && isTaken(one, today()));
  const add = useCommand(admissionCalls.addMedication, {
    draft,
    onSuccess: (answer) => {
      playSuccess();
      notify.saved(t('medication.toast.added'), 2_500);
      clear();
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
      clear();
      onFill(fields);
    }
  };
  return (
    <OrderLine
      of={line}
      draft={draft}
      what={t('medication.quickDraft')}
      hint={t('medication.quickHint')}
      command={add}
      isListed={isListed}
      onEnter={enter}
    />
  );
}
