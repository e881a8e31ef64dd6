/** Drugs: each signed-in user may change them (docs/product.md, "Drugs"). */
import type * as z from 'zod';
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { AddDrug, ChangeDrug, ReadAtcFile, RestoreDrug } from 'language/contract/bodies/drugs';
import type { Answer, Drug as DrugAnswer } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import type { Command } from 'language/domain/command';
import { addDrug, changeDrug, classifyDrug, type Partially, restoreDrug } from 'language/domain/drug/decide';
import { type DrugEvent, drugStream } from 'language/domain/drug/events';
import { type AddedDrug, type Drug, type DrugContent, initial } from 'language/domain/drug/state';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { notFound } from 'service-kit/http/http-problem';
import { derivedId } from '../../commands/derived-id.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import type { Dependencies } from '../dependencies.ts';
import { renderDrug, templateOf } from 'language/contract/render/drugs';
import { nameKey, readAtcFile } from '../../imports/atc-file.ts';
import { actorOf, requireAdminAccount } from '../rights.ts';
import { sanitise } from '../sanitise.ts';

interface OnDrug<Payload> {
  readonly name: string;
  readonly payload: Payload;
  readonly decide: (drug: Drug, command: Command<Payload>) => DrugEvent[];
}

async function onDrug<Payload extends { readonly drugId: string }>(
  request: CommandRequest<unknown>,
  intent: OnDrug<Payload>,
): Promise<Answer<DrugAnswer>> {
  const { dependencies, commandId, basedOn } = request;
  const { drugId } = intent.payload;
  const run = () =>
    dependencies.handle({
      ...intent,
      commandId,
      basedOn,
      fold: dependencies.folds.drug,
      id: drugId,
      actor: () => actorOf(request),
    });
  const outcome = await withConflictAnswer(dependencies, run, async (drug: Drug) => renderDrug(drugId, added(drug)));
  return { ...renderDrug(drugId, added(outcome.state)), ...written(outcome) };
}

function added(drug: Drug): AddedDrug {
  if (drug.status === 'none') throw notFound();
  return drug;
}

/** @throws Rejection `invalid` if the form names an unknown error type, tag or drug */
async function refuseUnknown(
  dependencies: Dependencies,
  { errTemps = [], tags = [], compatibility = [] }: Pick<Partially<DrugContent>, 'errTemps' | 'tags' | 'compatibility'>,
): Promise<void> {
  const [{ state: catalogue }, ...others] = await Promise.all([
    dependencies.folds.catalogue.load(''),
    ...compatibility.map(({ drug }) => dependencies.folds.drug.loadRecent(drug)),
  ]);
  const knownTypes = new Set([NO_ERROR._id, ...catalogue.errorTypes.map(({ errTypeId }) => errTypeId)]);
  const knownTags = new Set(catalogue.tags.map(({ tagId }) => tagId));
  if (errTemps.some(({ errType }) => !knownTypes.has(errType)))
    throw invalidField('errTemps', refusal('unknown-error-type-of-template'));
  if (tags.some((id) => !knownTags.has(id))) throw invalidField('tags', refusal('unknown-tag'));
  if (others.some(({ status }) => status === 'none'))
    throw invalidField('compatibility', refusal('unknown-compatible-drug'));
}

/** The drugs by their root names and trade labels of now, read from the log. */
async function drugsByName({ log, folds }: Dependencies): Promise<Map<string, Set<string>>> {
  const end = new AbortController();
  const ids = new Set<string>();
  const prefixes = [drugStream('')];
  for await (const { stream } of log.follow({
    prefixes,
    after: undefined,
    signal: end.signal,
    onCaughtUp: () => end.abort(),
  }))
    ids.add(stream.slice(drugStream('').length));
  const named = new Map<string, Set<string>>();
  for (const id of ids) {
    const { state } = await folds.drug.load(id);
    if (state.status === 'none') continue;
    for (const name of [state.label, ...state.tradeLabels.map(({ label }) => label)])
      named.set(nameKey(name), new Set([...(named.get(nameKey(name)) ?? []), id]));
  }
  return named;
}

/** A template without codes has no member for them: it is then the same as before there were codes. */
const sanitised = (errTemps: DrugContent['errTemps']): DrugContent['errTemps'] =>
  errTemps.map((template) => ({ ...templateOf(template), label: sanitise(template.label) }));

export async function addDrugBy(request: CommandRequest<z.output<typeof AddDrug>, never>): Promise<Answer<DrugAnswer>> {
  const { label, tradeLabels, tags, tips } = request.body;
  await refuseUnknown(request.dependencies, request.body);
  const payload = {
    drugId: derivedId(request.commandId, 'drug'),
    label,
    tradeLabels,
    errTemps: sanitised(request.body.errTemps),
    tags,
    tips,
  };
  return onDrug(request, { name: 'AddDrug', payload, decide: addDrug });
}

export async function changeDrugBy(
  request: CommandRequest<z.output<typeof ChangeDrug>, never>,
): Promise<Answer<DrugAnswer>> {
  const { _id: drugId, label, tradeLabels, errTemps, tags, tips, compatibility } = request.body;
  await refuseUnknown(request.dependencies, request.body);
  const payload = {
    drugId,
    label,
    tradeLabels,
    errTemps: errTemps && sanitised(errTemps),
    tags,
    tips,
    compatibility,
  };
  return onDrug(request, { name: 'ChangeDrug', payload, decide: changeDrug });
}

export const drugRoutes = [
  command(catalogueCalls.addDrug, { makes: true, body: AddDrug, answer: addDrugBy }),
  command(catalogueCalls.changeDrug, { body: ChangeDrug, answer: changeDrugBy }),
  command(catalogueCalls.readAtcFile, {
    body: ReadAtcFile,
    async answer({ dependencies, caller, commandId, body }) {
      const actor = await requireAdminAccount({ dependencies, caller });
      const { rows, drugs, problems } = readAtcFile(body.csv, await drugsByName(dependencies));
      let classified = 0;
      for (const [drugId, classification] of drugs) {
        const before = await dependencies.folds.drug.load(drugId);
        const { revision } = await dependencies.handle({
          name: 'ClassifyDrug',
          payload: { drugId, classification },
          decide: classifyDrug,
          commandId: derivedId(commandId, `classify:${drugId}`),
          fold: dependencies.folds.drug,
          id: drugId,
          actor: async () => actor,
        });
        if (revision !== before.revision) classified += 1;
      }
      const unchanged = drugs.size - classified;
      return { rows, classified, unchanged, problemCount: problems.length, problems: problems.slice(0, 500) };
    },
  }),
  command(catalogueCalls.restoreDrug, {
    body: RestoreDrug,
    async answer(request) {
      const drugId = request.param('id');
      const { revision } = request.body;
      const { drug } = request.dependencies.folds;
      const newest = (await drug.load(drugId)).revision;
      if (newest === undefined) throw notFound();
      // The past of a stream does not change, so it may be read before the command is decided on the current state.
      const earlier = BigInt(revision) > newest ? initial : await drug.loadAt(drugId, BigInt(revision));
      return onDrug(request, { name: 'RestoreDrug', payload: { drugId, revision, earlier }, decide: restoreDrug });
    },
  }),
];
