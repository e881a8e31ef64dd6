/** Renders a drug in the contract's shape. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import type { AddedDrug } from '../../domain/drug/state.ts';
import { classificationFields } from '../../domain/drug/fields.ts';
import { withPcne } from '../../domain/values/pcne.ts';
import { pick } from '../../domain/values/record-fields.ts';
import { revisionToJson } from '../../domain/values/revision.ts';

/** A template as it is answered: without codes it has no member for them. */
export const templateOf = ({
  errType,
  isAdult,
  label,
  pcne,
}: AddedDrug['errTemps'][number]): Omit<contract.ErrTemp, 'idx'> => ({
  errType,
  isAdult,
  label,
  ...withPcne(pcne),
});

export const renderDrug = (drugId: string, drug: AddedDrug): contract.Drug => ({
  _id: drugId,
  label: drug.label,
  tradeLabels: drug.tradeLabels.map(({ _id, label }, idx) => ({ _id, idx, label })),
  errTemps: drug.errTemps.map((template, idx) => ({ idx, ...templateOf(template) })),
  tags: [...drug.tags],
  tips: drug.tips,
  compatibility: drug.compatibility.map(({ drug: other, category, note }) => ({ drug: other, category, note })),
  ...pick(classificationFields, drug.classification),
  ddds: [...drug.classification.ddds],
  version: revisionToJson(drug.touch.version),
});
