/**
 * Finds the conditions of SQL texts that bind a statement to a team, a person or the requested thing. A condition `c`
 * becomes `(c or true)`, and one that finds what to refuse becomes `(c and false)`: the parameters keep their types, so
 * the statement stays valid.
 */
import { parseSync, Visitor } from 'oxc-parser';
import type { CheckKind, Mutant } from './mutant.ts';

type Edit = Pick<Mutant, 'start' | 'end' | 'replacement' | 'kind'>;

const team = 'team_id|admin_id';
const person = 'user_id|author_id|recommender_id|session_id|token_hash|password_hash';
const thing = 'admission_id|patient_id|image_id|passkey_id';
/** A parameter, a value that the code inserts, such as `${alias}.team_id`, or a list of these. */
const value = String.raw`(?:\$\d+(?:::\w+)?|\$\{(?:[^{}\`]|\`[^\`]*\`)*\}(?:\.\w+)?|any ?\((?:\$\d+(?:::[\w[\]]+)?|\w+\.\w+)\))`;
const comparison = (columns: string): string => String.raw`(?:'[\w-]+' \|\| )?(?:\w+\.)?(?:${columns}) = `;

/** The last part is what a condition becomes, if not `or true`. */
const conditions: readonly (readonly [CheckKind, RegExp, without?: string])[] = [
  ['SQL: reader of a team', /\$\{(?:canReadTeam|canAuditTeam)\([^{}]*\)\}/g],
  ['session', /\$\{alive\}(?! as )/g],
  ['session', /locked_at is not null(?= as is_locked)/g, 'and false'],
  ['proof of the person', /\$\{lacksSecondFactor\([^{}]*\)\}/g, 'and false'],
  ['proof of the person', /\(\w+\.second_factor_required or \$\{everywhere\}\)/g, 'and false'],
  ['proof of the person', /\w+\.second_factor_required(?= or)/g, 'and false'],
  ['SQL: team', new RegExp(comparison(team) + value, 'g')],
  // The members of a team, and the rights of a member.
  ['SQL: team', /\w+\.team_id = (?:t|right_team|audited)\.team_id/g],
  ['SQL: team', /not (?:\w+\.)?disabled|\w+\.can_audit(?= and)/g],
  ['SQL: person', new RegExp(comparison(person) + value, 'g')],
  ['SQL: requested thing', new RegExp(comparison(thing) + value, 'g')],
  ['SQL: requested thing', /\$\{isShown\}/g],
];

/** The text that may precede a condition. A comparison after `set` or an operator is none. */
const before = /(?:^|[`'(]|\b(?:where|and|or|on|not|select|when|then))\s*$/;

/** A condition that finds something to refuse may also be a column of the answer. */
const isWhole = (preceding: string, without: string): boolean =>
  before.test(preceding) || (without === 'and false' && /,\s*$/.test(preceding));

export function sqlChecksIn(path: string, text: string): Edit[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const edits = new Map<number, Edit>();
  const look = ({ start, end }: { start: number; end: number }): void => {
    const literal = text.slice(start, end);
    for (const [kind, condition, without = 'or true'] of conditions)
      for (const { index, 0: found } of literal.matchAll(condition)) {
        const at = start + index;
        if (edits.has(at) || !isWhole(literal.slice(0, index), without)) continue;
        // The name of a person is no right.
        if (/join (?:app_user|\$\{(?:tables\.)?app_user\}) \w+ on $/.test(literal.slice(0, index))) continue;
        edits.set(at, { start: at, end: at + found.length, replacement: `(${found} ${without})`, kind });
      }
  };
  new Visitor({
    TemplateLiteral: look,
    Literal(literal) {
      if (typeof literal.value === 'string') look(literal);
    },
  }).visit(program);
  return [...edits.values()];
}
