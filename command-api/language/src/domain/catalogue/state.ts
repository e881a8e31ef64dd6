/** The lists that all teams share, folded from `catalogue`: error types (without "No error", `codes.ts`) and tags. */
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { CatalogueEvent } from './events.ts';
import type { StatementContent } from './statement-fields.ts';

export interface ErrorTypeItem {
  readonly errTypeId: string;
  readonly label: string;
  readonly pcne: readonly string[];
  readonly touch: Touch;
}
export interface TagItem {
  readonly tagId: string;
  readonly label: string;
  readonly touch: Touch;
}
/** A statement of the catalogue in its newest version (`checks/statement.ts`). */
export interface StatementItem {
  readonly statementId: string;
  readonly content: StatementContent;
  /** 1, 2, … */
  readonly statementVersion: number;
  /** Undefined for a draft. `approvedAt`: ISO 8601 UTC. */
  readonly approval: { readonly approvedBy: string; readonly approvedAt: string } | undefined;
  readonly touch: Touch;
}
/** The lists are in the order of addition. */
export interface Catalogue {
  readonly errorTypes: readonly ErrorTypeItem[];
  readonly tags: readonly TagItem[];
  /** The former labels of tags, in the order of their ends. */
  readonly pastTagNames: readonly Pick<TagItem, 'tagId' | 'label'>[];
  readonly statements: readonly StatementItem[];
  /** The number of updates by the admin account, and the last one. */
  readonly tradeList: { readonly version: number; readonly touch?: Touch };
}

export const initial: Catalogue = {
  errorTypes: [],
  tags: [],
  pastTagNames: [],
  statements: [],
  tradeList: { version: 0 },
};

/** Total: an event that does not fit changes nothing. */
export function evolve(catalogue: Catalogue, event: Recorded<CatalogueEvent>): Catalogue {
  const touch = touchOf(event);
  switch (event.type) {
    case 'ErrorTypeAdded':
      return { ...catalogue, errorTypes: [...catalogue.errorTypes, { ...event.data, pcne: [], touch }] };
    case 'ErrorTypeRenamed':
    case 'ErrorTypeMapped':
      return {
        ...catalogue,
        errorTypes: catalogue.errorTypes.map((type) =>
          type.errTypeId === event.data.errTypeId ? { ...type, ...event.data, touch } : type,
        ),
      };
    case 'TagAdded':
      return { ...catalogue, tags: [...catalogue.tags, { ...event.data, touch }] };
    case 'TagRenamed':
      return {
        ...catalogue,
        tags: catalogue.tags.map((tag) => (tag.tagId === event.data.tagId ? { ...event.data, touch } : tag)),
        pastTagNames: [...catalogue.pastTagNames, ...catalogue.tags.filter(({ tagId }) => tagId === event.data.tagId)],
      };
    case 'TradeListUpdated':
      return { ...catalogue, tradeList: { version: event.data.version, touch } };
    case 'StatementWritten': {
      const { statementId, content } = event.data;
      const before = catalogue.statements.find((one) => one.statementId === statementId);
      const statementVersion = (before?.statementVersion ?? 0) + 1;
      const written: StatementItem = { statementId, content, statementVersion, approval: undefined, touch };
      const { statements } = catalogue;
      return {
        ...catalogue,
        statements: before ? statements.map((one) => (one === before ? written : one)) : [...statements, written],
      };
    }
    case 'StatementApproved': {
      const { statementId, approvedBy } = event.data;
      return withApproval(catalogue, statementId, { approvedBy, approvedAt: touch.changedAt }, touch);
    }
    case 'StatementWithdrawn':
      return withApproval(catalogue, event.data.statementId, undefined, touch);
    default:
      return unknownEvent(event, catalogue);
  }
}

const withApproval = (
  catalogue: Catalogue,
  statementId: string,
  approval: StatementItem['approval'],
  touch: Touch,
): Catalogue => ({
  ...catalogue,
  statements: catalogue.statements.map((one) => (one.statementId === statementId ? { ...one, approval, touch } : one)),
});
