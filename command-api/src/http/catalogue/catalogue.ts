/**
 * The lists that all teams share: error types, tags, and the version of the trade list. The admin account keeps them.
 */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import {
  AddErrorType,
  AddTag,
  MapErrorType,
  RenameErrorType,
  RenameTag,
  UpdateTradeList,
} from 'language/contract/bodies/catalogue';
import type { ErrorType, Tag, TradeListUpdate } from 'language/contract/entities';
import {
  addErrorType,
  addTag,
  mapErrorType,
  renameErrorType,
  renameTag,
  updateTradeList,
} from 'language/domain/catalogue/decide';
import type { Catalogue } from 'language/domain/catalogue/state';
import type { Touch } from 'language/domain/command';
import { revisionToJson } from 'language/domain/values/revision';
import { notFound } from 'service-kit/http/http-problem';
import { derivedId } from '../../commands/derived-id.ts';
import { command } from '../command-route.ts';
import { onCatalogue } from './on-catalogue.ts';

/** An item of one of the lists. */
const item =
  (
    _id: string,
    find: (
      catalogue: Catalogue,
    ) => { readonly label: string; readonly pcne?: readonly string[]; readonly touch: Touch } | undefined,
  ) =>
  (catalogue: Catalogue): ErrorType & Tag => {
    const found = find(catalogue);
    if (!found) throw notFound();
    const { label, pcne, touch } = found;
    return { _id, label, ...(pcne === undefined ? {} : { pcne: [...pcne] }), version: revisionToJson(touch.version) };
  };
const errorType = (_id: string) => item(_id, ({ errorTypes }) => errorTypes.find(({ errTypeId }) => errTypeId === _id));
const tag = (_id: string) => item(_id, ({ tags }) => tags.find(({ tagId }) => tagId === _id));
const tradeList = ({ tradeList: { version, touch } }: Catalogue): TradeListUpdate => ({
  tradeListVersion: version,
  version: revisionToJson(touch?.version ?? 0n),
});

export const catalogueRoutes = [
  command(catalogueCalls.addErrorType, {
    makes: true,
    body: AddErrorType,
    async answer(request) {
      const errTypeId = derivedId(request.commandId, 'error-type');
      return onCatalogue(request, {
        name: 'AddErrorType',
        payload: { errTypeId, label: request.body.label },
        decide: addErrorType,
        render: errorType(errTypeId),
      });
    },
  }),
  command(catalogueCalls.renameErrorType, {
    body: RenameErrorType,
    async answer(request) {
      const errTypeId = request.param('id');
      return onCatalogue(request, {
        name: 'RenameErrorType',
        target: errTypeId,
        payload: { errTypeId, label: request.body.label },
        decide: renameErrorType,
        render: errorType(errTypeId),
      });
    },
  }),
  command(catalogueCalls.mapErrorType, {
    body: MapErrorType,
    async answer(request) {
      const errTypeId = request.param('id');
      return onCatalogue(request, {
        name: 'MapErrorType',
        target: errTypeId,
        payload: { errTypeId, pcne: request.body.pcne },
        decide: mapErrorType,
        render: errorType(errTypeId),
      });
    },
  }),
  command(catalogueCalls.addTag, {
    makes: true,
    body: AddTag,
    async answer(request) {
      const tagId = derivedId(request.commandId, 'tag');
      return onCatalogue(request, {
        name: 'AddTag',
        payload: { tagId, label: request.body.label },
        decide: addTag,
        render: tag(tagId),
      });
    },
  }),
  command(catalogueCalls.renameTag, {
    body: RenameTag,
    async answer(request) {
      const tagId = request.param('id');
      return onCatalogue(request, {
        name: 'RenameTag',
        target: tagId,
        payload: { tagId, label: request.body.label },
        decide: renameTag,
        render: tag(tagId),
      });
    },
  }),
  /** Admin tools: every browser reads the trade labels again. */
  command(catalogueCalls.updateTradeList, {
    body: UpdateTradeList,
    async answer(request) {
      const { state } = await request.dependencies.folds.catalogue.load('');
      return onCatalogue(request, {
        name: 'UpdateTradeList',
        payload: { version: state.tradeList.version + 1 },
        decide: updateTradeList,
        render: tradeList,
      });
    },
  }),
];
