/** An edit of what a client's screen shows, and what the person does after a conflict. */
import type { Answer } from 'command-api/contract/entities';
import type { IncomingTransfer } from 'command-api/contract/transfers';
import { nonEmpty, type Random } from '../../../seed/random.ts';
import type { Command } from '../calls.ts';
import type { Chart } from '../chart.ts';
import { type Groups, merged } from '../merge.ts';
import type { Member, TestTeam } from '../test-team.ts';
import { type Part, type View, withItem, withoutItem } from '../view.ts';

/** What the person looks at before the command, which depends on it. */
export interface Look {
  readonly look: string;
  /** @returns undefined where there is nothing to do */
  readonly command: (seen: unknown) => Command | undefined;
}

export interface Edit {
  readonly what: string;
  readonly command: Command | Look;
  /** A text of the created entity. It occurs once in the whole log. */
  readonly mark?: string;
  readonly mayChangeNothing: boolean;
  /** Shows the answer on the screen. */
  readonly show: (chart: Chart, answer: unknown) => void;
  /**
   * After a conflict: `merged`, both changes in one where they fit together, and `mine`, which overwrites the other.
   * Without this function the other change is kept.
   */
  readonly rebase?: (current: unknown) => { merged: Edit | undefined; mine: Edit };
}

/** What a random edit depends on. */
export interface EditContext {
  readonly team: TestTeam;
  readonly member: Member;
  readonly chart: Chart;
  /** The open offers to the person's team. */
  readonly incoming: readonly IncomingTransfer[];
  readonly random: Random;
  /** A text that is unique to this edit. */
  readonly mark: string;
}

/** Undefined where the screen shows nothing to edit. */
export type Draw = (context: EditContext) => Edit | undefined;

/** At this number one is deleted instead of added. */
export const MOST_OF_A_KIND = 12;

export const html = (text: string): string => `<p>${text}</p>`;
export const oneOf = <Item>(random: Random, list: readonly Item[] | undefined): Item | undefined =>
  list === undefined || list.length === 0 ? undefined : random.pick(nonEmpty(list, 'thing'));

function withoutRevision<Entity>({
  stream: _stream,
  revision: _revision,
  ...entity
}: Answer<Entity>): Omit<Answer<Entity>, 'stream' | 'revision'> {
  return entity;
}

/** An item of a list, such as a review. */
interface Item {
  readonly _id: string;
}
type ListPart = Exclude<Part, 'details'>;

/** Shows an added or changed item in its list. */
export const showIn =
  <Name extends ListPart>(part: Name): Edit['show'] =>
  (chart, answer) => {
    const item = answer as Answer<Item>;
    chart.answered(item.revision, part, (held) => withItem<Item>(held, withoutRevision(item)) as View[Name]);
  };
/** Takes a deleted item out of its list. */
export const removeFrom =
  <Name extends ListPart>(part: Name): Edit['show'] =>
  (chart, answer) => {
    const { _id, revision } = answer as Answer<Item>;
    chart.answered(revision, part, (held) => withoutItem<Item>(held, _id) as View[Name]);
  };

/** A date of care that a teammate may choose, too. */
export const someDate = (random: Random): string => `2026-0${random.between(2, 9)}-1${random.between(0, 9)}`;

interface Change<Fields extends object> {
  readonly what: string;
  readonly show: Edit['show'];
  readonly groups: Groups<Fields>;
  readonly base: Fields;
  readonly version: number;
  readonly mine: Fields;
  /** A teammate may choose the same value. */
  readonly mayChangeNothing: boolean;
  /** Reads the entity of a conflict. */
  readonly read: (current: unknown) => { version: number; fields: Fields };
  readonly command: (fields: Fields) => Command;
}

export function changing<Fields extends object>(change: Change<Fields>): Edit {
  const { what, show, groups, base, version, mine, mayChangeNothing } = change;
  return {
    what,
    show,
    mayChangeNothing,
    command: { ...change.command(mine), ifMatch: version },
    rebase(current) {
      const theirs = change.read(current);
      const onTheirs = (fields: Fields): Edit =>
        changing({
          ...change,
          base: theirs.fields,
          version: theirs.version,
          mine: fields,
          mayChangeNothing: mayChangeNothing || JSON.stringify(fields) === JSON.stringify(theirs.fields),
        });
      const both = merged(groups, base, mine, theirs.fields);
      return { merged: both && onTheirs(both), mine: onTheirs(mine) };
    },
  };
}

export function removing(removal: { what: string; show: Edit['show']; version: number; command: Command }): Edit {
  const { what, show, version, command } = removal;
  return {
    what,
    show,
    mayChangeNothing: false,
    command: { ...command, ifMatch: version },
    rebase: (current) => ({
      merged: undefined,
      mine: removing({ ...removal, version: (current as { version: number }).version }),
    }),
  };
}
