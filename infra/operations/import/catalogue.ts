/**
 * Error types, tags and drugs. What entries name by a label alone, or by an id that is gone, is found by its label, and
 * added where the catalogue has none of that name.
 */
import { derivedId } from 'command-api/commands/derived-id';
import { addErrorType, addTag } from 'language/domain/catalogue/decide';
import { isSameLabel } from 'language/domain/catalogue/tag-names';
import { addDrug, changeDrug } from 'language/domain/drug/decide';
import type { Drug } from 'language/domain/drug/state';
import { isNoError, limits, NO_ERROR } from 'language/domain/values/codes';
import {
  actorOf,
  allOf,
  counted,
  deciding,
  forEach,
  type ImportContext,
  NO_AUTHOR,
  partOf,
  timeOf,
} from './context.ts';
import { type Fields, idOf, IMPORT } from './fields.ts';
import type { Planned } from './stream-writer.ts';

export interface Labelled {
  readonly id: string;
  readonly label: string;
}
/** For entries without a type or a drug: the error happened, so it is counted. */
const UNSPECIFIED = 'Unspecified';
const author = actorOf(NO_AUTHOR, { isAdminAccount: true });

/** A list by its old ids and by its labels, and the labels that it has to get. */
class Names {
  readonly byId = new Map<string, Labelled>();
  readonly byLabel = new Map<string, Labelled>();
  readonly missing = new Set<string>();

  add(oldId: string | undefined, item: Labelled): void {
    if (oldId !== undefined) this.byId.set(oldId, item);
    const key = item.label.toLowerCase();
    if (!this.byLabel.has(key)) this.byLabel.set(key, item);
  }
}

export class Catalogue {
  readonly types = new Names();
  readonly drugs = new Names();

  constructor() {
    this.types.add(NO_ERROR._id, { id: NO_ERROR._id, label: NO_ERROR.label });
  }

  /** "No error" is recognised by the end of its id. */
  knownType(id: string | undefined): Labelled | undefined {
    return id === undefined ? undefined : this.types.byId.get(isNoError(id) ? NO_ERROR._id : id);
  }

  knownDrug(id: string | undefined): Labelled | undefined {
    return id === undefined ? undefined : this.drugs.byId.get(id);
  }

  typeOf(entry: Fields): Labelled {
    return this.knownType(entry.ref('errType')) ?? named(this.types, entry, 'errType', 'errTypeLabel');
  }

  drugOf(fields: Fields, idField: string, labelField: string): Labelled {
    return this.knownDrug(fields.ref(idField)) ?? named(this.drugs, fields, idField, labelField);
  }

  /** Notes what an entry or a medication names and no list has, before they are written. */
  note(entry: Fields, drugField: string, drugLabel: string): void {
    if (!this.knownDrug(entry.ref(drugField))) noteIn(this.drugs, entry, drugLabel);
    if (drugField === 'errDrug' && !this.knownType(entry.ref('errType'))) noteIn(this.types, entry, 'errTypeLabel');
  }
}

const labelOf = (fields: Fields, field: string): string => fields.line(field, limits.name) || UNSPECIFIED;

function noteIn(names: Names, fields: Fields, labelField: string): void {
  const label = labelOf(fields, labelField);
  if (!names.byLabel.has(label.toLowerCase())) names.missing.add(label);
}

/** By its label, or the one for unspecified things: `importMissing` has added what the list did not have. */
function named(names: Names, fields: Fields, idField: string, labelField: string): Labelled {
  const label = labelOf(fields, labelField);
  const found = names.byLabel.get(label.toLowerCase());
  if (!found) throw new Error(`${label} was not noted before`);
  fields.changed(idField, label === UNSPECIFIED ? `is not known: ${UNSPECIFIED}` : 'is not known: found by its label');
  return found;
}

/** The lists that the admin account keeps. */
export async function importLists(context: ImportContext, catalogue: Catalogue): Promise<ReadonlyMap<string, string>> {
  const tags = new Names();
  const { state: before } = await context.folds.catalogue.load('');
  for (const { errTypeId: id, label } of before.errorTypes) catalogue.types.add(id, { id, label });
  for (const { tagId: id, label } of before.tags) tags.add(id, { id, label });
  const types = await allOf(context, 'errtypes');
  const planned = [
    ...types.flatMap((type) => listed(context, 'errtypes', catalogue.types, type)),
    ...(await allOf(context, 'tags')).flatMap((tag) => listed(context, 'tags', tags, tag)),
  ];
  await context.write(context.folds.catalogue, '', planned);
  return new Map([...tags.byId].map(([oldId, { id }]) => [oldId, id]));
}

type CatalogueState = Awaited<ReturnType<ImportContext['folds']['catalogue']['load']>>['state'];

/** @returns the command for an item that the list does not have */
function listed(
  context: ImportContext,
  collection: 'errtypes' | 'tags',
  names: Names,
  item: Fields,
): Planned<CatalogueState>[] {
  const label = labelOf(item, 'label');
  const isOfNoError = collection === 'errtypes' && isNoError(item.id);
  const known = isOfNoError ? names.byId.get(NO_ERROR._id) : names.byLabel.get(label.toLowerCase());
  if (known) {
    names.add(item.id, { ...known });
    if (known.id !== item.id && known.id !== NO_ERROR._id)
      item.changed('label', `is that of ${known.id}: the two are one`);
    item.same();
    return [];
  }
  names.add(item.id, { id: item.id, label });
  return [addition(collection, { id: item.id, label }, timeOf(context, item), counted(context, collection, item))];
}

const addition = (
  collection: 'errtypes' | 'tags',
  { id, label }: Labelled,
  at: string,
  onOutcome?: Planned<CatalogueState>['onOutcome'],
): Planned<CatalogueState> => ({
  key: `${collection}:${id}`,
  target: id,
  actor: author,
  at,
  onOutcome,
  decide:
    collection === 'tags' ? deciding(addTag, { tagId: id, label }) : deciding(addErrorType, { errTypeId: id, label }),
});

/** Types and drugs that entries name and no list has. */
export async function importMissing(context: ImportContext, catalogue: Catalogue): Promise<void> {
  const { types, drugs } = catalogue;
  const added = [...types.missing].map((label) => ({
    id: derivedId(IMPORT, `errtypes:label:${label.toLowerCase()}`),
    label,
  }));
  for (const type of added) types.add(undefined, type);
  await context.write(
    context.folds.catalogue,
    '',
    added.map((type) => addition('errtypes', type, context.now)),
  );
  await forEach(drugs.missing, async (label) => {
    const drugId = derivedId(IMPORT, `drugs:label:${label.toLowerCase()}`);
    const content = { drugId, label, tradeLabels: [{ label }], errTemps: [], tags: [], tips: '' };
    const { state } = await context.write(context.folds.drug, drugId, [
      { key: `drugs:${drugId}`, actor: author, at: context.now, decide: deciding(addDrug, content) },
    ]);
    noteTradeLabels(drugs, state, []);
  });
}

/** A drug's trade labels get ids of the product; the old ones lead to them by their labels. */
function noteTradeLabels(
  drugs: Names,
  state: Drug,
  old: readonly { oldId: string | undefined; label: string }[],
): void {
  if (state.status === 'none') return;
  const labels = [...state.tradeLabels, ...state.withdrawn];
  for (const { _id: id, label } of labels) drugs.add(id, { id, label });
  for (const { oldId, label } of old) {
    const found = labels.find((one) => isSameLabel(one.label, label));
    if (found && oldId !== undefined) drugs.add(oldId, { id: found._id, label: found.label });
  }
}

export async function importDrugs(
  context: ImportContext,
  catalogue: Catalogue,
  tags: ReadonlyMap<string, string>,
): Promise<void> {
  const drugs = await allOf(context, 'drugs');
  const ids = new Set(drugs.map(({ id }) => id));
  await forEach(drugs, async (drug) => {
    const label = labelOf(drug, 'label');
    const old = drug
      .parts('tradeLabels')
      .map((trade) => ({ oldId: trade.ref('_id', 'idx'), label: trade.line('label', limits.name) }))
      .filter((trade) => trade.label !== '');
    const names = distinct(old.length > 0 ? old.map((trade) => trade.label) : [label]);
    if (names.length < old.length) drug.changed('tradeLabels', 'name one twice: the two are one');
    const content = {
      drugId: drug.id,
      label,
      tradeLabels: names.map((name) => ({ label: name })),
      errTemps: drug.parts('errTemps').flatMap((one) => {
        const type = catalogue.knownType(one.ref('errType'));
        if (!type) one.changed('errType', 'is not in the dump: the template is not taken');
        return type ? [{ errType: type.id, isAdult: one.isTrue('isAdult'), label: one.markup('label') }] : [];
      }),
      tags: distinct(drug.list('tags').flatMap((tag) => tags.get(idOf(tag) ?? '') ?? [])),
      tips: drug.text('tips'),
    };
    const compatibility = drug.parts('compatibility').flatMap((one) => {
      const other = one.ref('drug');
      if (other === undefined || other === drug.id || !ids.has(other)) {
        one.changed('drug', 'is no other drug of the dump: the compatibility is not taken');
        return [];
      }
      return [{ drug: other, category: one.line('category', limits.name), note: one.text('note') }];
    });
    const common = { actor: author, at: timeOf(context, drug) };
    const planned: Planned<Drug>[] = [
      {
        ...common,
        key: `drugs:${drug.id}`,
        decide: deciding(addDrug, content),
        onOutcome: counted(context, 'drugs', drug),
      },
      ...(compatibility.length === 0
        ? []
        : [
            {
              ...common,
              key: `drugs:${drug.id}:compatibility`,
              decide: deciding(changeDrug, { drugId: drug.id, compatibility }),
              onOutcome: partOf(drug, 'compatibility'),
            },
          ]),
    ];
    const { state } = await context.write(context.folds.drug, drug.id, planned);
    const known = state.status === 'added' ? [...state.tradeLabels, ...state.withdrawn] : [];
    const missing = names.filter((name) => !known.some((one) => isSameLabel(one.label, name)));
    // A later dump has more of them.
    const later: Planned<Drug> = {
      ...common,
      key: `drugs:${drug.id}:labels:${missing.join('|')}`,
      decide: (now, envelope) =>
        now.status === 'none'
          ? []
          : changeDrug(now, {
              ...envelope,
              drugId: drug.id,
              tradeLabels: [...now.tradeLabels, ...missing.map((name) => ({ label: name }))],
            }),
      onOutcome: partOf(drug, 'tradeLabels'),
    };
    const after =
      missing.length > 0 && known.length > 0 ? await context.write(context.folds.drug, drug.id, [later]) : { state };
    noteTradeLabels(catalogue.drugs, after.state, old);
  });
}

const distinct = (labels: readonly string[]): string[] =>
  [...new Map(labels.toReversed().map((label) => [label.toLowerCase(), label])).values()].toReversed();
