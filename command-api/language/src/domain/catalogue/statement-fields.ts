/** The schemas of a statement, for its events and for the bodies of commands. The types are in `checks/statement.ts`. */
import * as z from 'zod';
import { SeverityCode } from '../admission/events.ts';
import type { ValueName } from '../checks/chart-facts.ts';
import { crossReactions, type Statement, type StatementKind } from '../checks/statement.ts';
import { routes } from '../orders/order.ts';
import { because } from '../reasons/because.ts';
import { CalendarDate } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import { Id, isVisible, RequiredLine, SingleLine } from '../values/fields.ts';

const few = <Item extends z.ZodType>(item: Item) => z.array(item).max(limits.statementParts).readonly();
const Root = z.strictObject({ kind: z.literal('root'), id: Id });
const Class = z.strictObject({ kind: z.literal('tag'), id: Id });
const Agent = z.discriminatedUnion('kind', [Root, Class], because('unknown-kind'));
const Same = z.literal('same');
const Span = z.strictObject({ from: z.number().exactOptional(), below: z.number().exactOptional() });
const Limit = z.strictObject({
  of: z.enum(['single', 'daily']),
  max: z.number().positive(because('limit-not-positive')),
  unit: SingleLine(limits.place).min(1),
  isPerKg: z.boolean(),
});
const span = Span.exactOptional();
const Condition = z.strictObject({
  crcl: span,
  egfr: span,
  creatinine: span,
  weight: span,
  ageYears: span,
  ageDays: span,
} satisfies Record<ValueName, typeof span>);

/** The fields that all kinds have. */
const common = {
  source: RequiredLine(limits.statementSource, 'source-required'),
  sourceDate: CalendarDate,
  severity: SeverityCode,
  errType: Id,
  text: z
    .string()
    .trim()
    .max(limits.statementText, because('too-many-characters'))
    .refine(isVisible, because('text-required')),
};
/** The fields of each kind of statement that a person writes. */
export const statementFields = {
  allergy: {
    kind: z.literal('allergy'),
    agent: z.union([Same, Agent]),
    forbidden: few(Agent),
    crossClass: z.enum([...crossReactions, '']),
    ...common,
  },
  duplicate: { kind: z.literal('duplicate'), agent: z.union([Same, Class]), exceptions: few(Id), ...common },
  dose: {
    kind: z.literal('dose'),
    root: Id,
    routes: few(z.enum(routes)),
    condition: Condition,
    limits: few(Limit),
    ...common,
  },
  pair: { kind: z.literal('pair'), agents: z.tuple([Agent, Agent]).readonly(), isSameLine: z.boolean(), ...common },
} as const satisfies Record<StatementKind, z.ZodRawShape>;

type Without<One> = One extends unknown ? Omit<One, '_id' | 'statementVersion' | 'approvedBy'> : never;
/** The content of a statement: the part that a person writes. */
export const StatementContent = z.discriminatedUnion('kind', [
  z.object(statementFields.allergy),
  z.object(statementFields.duplicate),
  z.object(statementFields.dose),
  z.object(statementFields.pair),
]) satisfies z.ZodType<Without<Statement>>;
export type StatementContent = z.infer<typeof StatementContent>;
