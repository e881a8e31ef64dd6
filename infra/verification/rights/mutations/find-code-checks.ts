/**
 * Finds the rights checks in the code of a file: guards that refuse, the functions that find a team for a caller, and
 * the rights of the actor.
 */
import { parseSync, Visitor, type CallExpression, type Expression, type IfStatement, type Statement } from 'oxc-parser';
import type { CheckKind, Mutant } from './mutant.ts';

type Edit = Pick<Mutant, 'start' | 'end' | 'replacement' | 'kind'>;
interface Range {
  readonly start: number;
  readonly end: number;
}

/** An actor with each right. `request` is the text of the argument that names the caller. */
const almighty = (request: string): string =>
  `({ id: (${request}).caller.userId, isMember: true, isTeamAdmin: true, canEdit: true, isPhysic: true, isAdminAccount: true })`;

/** The request of a caller who may read each team. It records accesses as before. */
const requestWithoutRights = (request: string): string =>
  `{ ...(${request}), teamHeader: undefined, dependencies: { ...(${request}).dependencies, rights: Object.fromEntries(` +
  "['team', 'patient', 'admission'].map((kind) => [kind, async (id: string) => (await " +
  `(${request}).db.query('select *, false as any_stale from ' + kind + ' where ' + kind + '_id = $1', [id])).rows[0]])) } }`;

/** The caller's session, or that of a visitor. */
const withoutSession = (ctx: string): string =>
  `((${ctx}).state['session'] ?? { sessionId: '', userId: 'visitor', teamMark: undefined })`;

/** The unchecked code in place of a call of a rights function, from the texts of its arguments. */
const uncheckedCalls: ReadonlyMap<string, (texts: readonly string[]) => string> = new Map([
  ['refuseUnless', () => 'undefined'],
  ['actorInTeam', ([request = '']: readonly string[]) => almighty(request)],
  ['actorInTeamOrAdminAccount', ([request = '']: readonly string[]) => almighty(request)],
  ['actorIn', ([request = '']: readonly string[]) => almighty(request)],
  ['requireAdminAccount', ([request = '']: readonly string[]) => almighty(request)],
  ['callerOf', ([ctx = '']: readonly string[]) => withoutSession(ctx)],
  ['auditedTeam', ([, id = '']: readonly string[]) => `({ team: ${id}, isAdmin: true })`],
  ['canKnowStream', () => 'true'],
  ['recheckRights', () => 'Promise.resolve()'],
  ['recheckSessions', () => 'Promise.resolve()'],
  ['recheckTeam', () => 'Promise.resolve()'],
  ['closeSockets', () => 'undefined'],
  ['refuseWithoutSecondFactor', () => 'undefined'],
  ['requireFresh', () => 'Promise.resolve()'],
]);
const proofFunctions = new Set(['refuseWithoutSecondFactor', 'requireFresh']);
/** Functions whose first argument is the request of a read. */
const readableFunctions = new Set(['readableTeam', 'reportedTeam', 'readableAdmission', 'readablePatient']);

/** A guard that answers "not found" is about rights if its condition speaks of a person. */
const ofPerson = /\b(?:actor|caller|member|isTeamAdmin|[a-z]+Own)\b/;
/** Refusals that name their reason: of a right, of a session, and of a person who has not proved who they are. */
const refusedFor: ReadonlyMap<string, CheckKind | undefined> = new Map([
  ['not-allowed', undefined],
  ['not-the-patients-team', undefined],
  ['image-not-of-admission', undefined],
  ['not-the-seed', undefined],
  ['session-locked', 'session'],
  ['foreign-page', 'session'],
  ['second-factor-required', 'proof of the person'],
  ['proof-needed', 'proof of the person'],
  ['wrong-password', 'proof of the person'],
  ['wrong-code', 'proof of the person'],
  ['passkey-not-proved', 'proof of the person'],
  ['sign-in-expired', 'proof of the person'],
  ['link-of-another-account', 'proof of the person'],
  ['local-accounts-off', 'proof of the person'],
  ['provider-admin-account', 'proof of the person'],
]);
const rightsOfActor = new Set(['isMember', 'isTeamAdmin', 'canEdit', 'isPhysic', 'isAdminAccount']);

/** @param path decides the kind, and which guards are about rights */
export function codeChecksIn(path: string, text: string): Edit[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const edits: Edit[] = [];
  const textOf = ({ start, end }: Range): string => text.slice(start, end);
  const kind = kindOf(path);
  const isDomain = path.startsWith('command-api/language/src/domain/');
  const isLive = path.startsWith('query-api/src/live/');
  const add = ({ start, end }: Range, replacement: string, of: CheckKind = kind): void =>
    void edits.push({ start, end, replacement, kind: of });

  /** The operands of `a && b` or `a || b`, each taken out on its own. */
  const addOperands = (expression: Expression, operator: '&&' | '||', neutral: string, of = kind): void => {
    const operands = operandsOf(expression, operator);
    if (operands.length > 1) for (const operand of operands) if (!isOfShape(textOf(operand))) add(operand, neutral, of);
  };
  const onGuard = (guard: IfStatement, of = kind): void => {
    if (guard.alternate || isOfShape(textOf(guard.test))) return;
    add(guard, ';', of);
    addOperands(guard.test, '||', 'false', of);
  };

  new Visitor({
    IfStatement(statement) {
      const consequent = lastStatement(statement.consequent);
      if (isRefusal(consequent, textOf(statement.test), textOf) && (!isDomain || path.endsWith('/refusals.ts')))
        onGuard(statement, kindOfRefusal(textOf(consequent)) ?? kind);
      else if (isLive && isLiveRefusal(consequent, textOf)) onGuard(statement);
      else if (path === 'command-api/src/http/rights.ts' && textOf(consequent) === 'return false;') onGuard(statement);
    },
    CallExpression(call) {
      const name = calledName(call, textOf);
      const texts = call.arguments.map(textOf);
      const unchecked = uncheckedCalls.get(name);
      if (unchecked && !isOwnDefinition(name, path)) add(call, unchecked(texts), kindOfCall(name, kind));
      if (name === 'refuseUnless' && isExpression(call.arguments[0])) addOperands(call.arguments[0], '&&', 'true');
      const [request] = call.arguments;
      if (readableFunctions.has(name) && request) add(request, requestWithoutRights(textOf(request)));
    },
    ArrowFunctionExpression({ body }) {
      if (isExpression(body) && isDomain && textOf(body).includes('actor.')) addOperands(body, '&&', 'true');
      if (isExpression(body) && path === 'command-api/src/http/rights.ts')
        addOperands(body, '&&', 'true', 'right of the actor');
    },
    ReturnStatement({ argument }) {
      if (argument && path === 'command-api/src/http/rights.ts')
        addOperands(argument, '&&', 'true', 'right of the actor');
    },
    ObjectExpression({ properties }) {
      for (const property of properties)
        if (property.type === 'Property' && textOf(property.key) === 'needsProof')
          add(property, 'needsProof: undefined', 'proof of the person');
      const rights = properties.flatMap((property) =>
        property.type === 'Property' && property.key.type === 'Identifier' && rightsOfActor.has(property.key.name)
          ? [{ property, name: property.key.name }]
          : [],
      );
      if (rights.length < 4) return;
      for (const { property, name } of rights)
        // A constant `false` gives nothing, and a constant `true` checks nothing.
        if (property.value.type !== 'Literal') add(property, `${name}: true`, 'right of the actor');
    },
  }).visit(program);
  return edits;
}

function kindOf(path: string): CheckKind {
  if (path.startsWith('command-api/language/src/domain/')) return 'right in a decision';
  if (path === 'command-api/src/http/rights.ts') return 'right of the actor';
  if (path.startsWith('command-api/')) return 'guard of a command';
  if (path.startsWith('query-api/src/live/')) return 'guard of a live connection';
  return path.startsWith('query-api/') ? 'guard of a read' : 'session';
}

function kindOfCall(name: string, kind: CheckKind): CheckKind {
  if (name === 'callerOf') return 'session';
  return proofFunctions.has(name) ? 'proof of the person' : kind;
}

/** The reason that a refusal names, if it is one of `refusedFor`. */
const reasonIn = (words: string): string | undefined =>
  [...words.matchAll(/refusal\('([\w-]+)'/g)].map(([, reason = '']) => reason).find((reason) => refusedFor.has(reason));
const kindOfRefusal = (words: string): CheckKind | undefined => refusedFor.get(reasonIn(words) ?? '');

/** A call within the function of this name is not its use. */
const isOwnDefinition = (name: string, path: string): boolean =>
  name === 'refuseUnless' && path.endsWith('domain/refusals.ts');

const isExpression = (node: { type: string } | undefined): node is Expression =>
  node !== undefined && !['BlockStatement', 'FunctionBody', 'SpreadElement'].includes(node.type);

function operandsOf(expression: Expression, operator: '&&' | '||'): Expression[] {
  if (expression.type === 'ParenthesizedExpression') return operandsOf(expression.expression, operator);
  if (expression.type !== 'LogicalExpression' || expression.operator !== operator) return [expression];
  return [...operandsOf(expression.left, operator), ...operandsOf(expression.right, operator)];
}

const lastStatement = (statement: Statement): Statement =>
  statement.type === 'BlockStatement' ? (statement.body.at(-1) ?? statement) : statement;

/** A condition on the shape of a request, or on whether a thing exists: no right. */
const isOfShape = (condition: string): boolean =>
  /^!?(parsed|id)\.success$|^\w+\.status [!=]== '\w+'$|^revision === undefined$/.test(condition);

function calledName({ callee }: CallExpression, textOf: (range: Range) => string): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? textOf(callee.property) : '';
}

function isRefusal(statement: Statement, condition: string, textOf: (range: Range) => string): boolean {
  if (statement.type !== 'ThrowStatement') return false;
  const thrown = textOf(statement.argument);
  if (thrown === 'notFound()') return ofPerson.test(condition);
  return thrown === 'forbidden()' || thrown === 'unauthorized()' || reasonIn(thrown) !== undefined;
}

/** A refused request of a socket, but not a limit; or a socket that leaves a room. */
function isLiveRefusal(statement: Statement, textOf: (range: Range) => string): boolean {
  const words = textOf(statement);
  return (
    /^return .*refusal\('(not-found|token-failed|foreign-page|session-locked|second-factor-required)'\)/.test(words) ||
    words.startsWith('return reply(answer, { ok: false })') ||
    words === 'return false;' ||
    words.startsWith('leaveRoom(')
  );
}
