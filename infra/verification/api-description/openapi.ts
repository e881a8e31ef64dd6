/** Both APIs as one OpenAPI 3.1 document, made from the paths, bodies and parameters that the routes check. */
import * as z from 'zod';
import type { Method } from 'language/contract/calls/call';
import { type About, nameOf } from './calls.ts';
import type { JsonSchema } from './entities.ts';
import { reasonSchema } from './reasons.ts';

/** A route with its call. */
export interface Described {
  readonly method: Method;
  /** Such as `/api/drugs/:id`. */
  readonly path: string;
  readonly body?: z.ZodType | undefined;
  /** A body that is a form. */
  readonly form?: z.ZodType | undefined;
  /** Path and query together. */
  readonly input?: z.ZodType | undefined;
  readonly makes?: boolean | undefined;
  readonly versioned?: boolean | undefined;
}

const description = `Reads (GET) and commands of one product on one origin. Bodies with an unknown field and
addresses with an unknown parameter are refused (400). What is in a team that the caller is not in is 404. A command
answers the entity as it stands, with \`stream\`, \`revision\` and \`version\`.

What is refused says why by its \`reason\`, which is stable and one a sentence, and by the \`values\` that stand in its
sentence (schema \`Reason\` lists all). \`message\` is that sentence in English; \`fieldReasons\` says the same of each
of the \`fields\`. Go by \`reason\` and never by the text of \`message\`, and take one that you do not know as its
\`code\`.

Changes are told live over Socket.IO at \`/socket.io\`, handshake \`auth: { token }\`
(command-api/language/src/contract/live.ts).`;

/** @param about the texts of each call, by `METHOD path` @throws Error for a route without texts */
export function openApi(
  routes: readonly Described[],
  about: Readonly<Record<string, About>>,
  entities: Readonly<Record<string, JsonSchema>>,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const said = about[nameOf(route)];
    if (!said) throw new Error(`Nothing is said of ${nameOf(route)} (command-api/language/src/contract/calls)`);
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, said) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Clinical pharmacy', version: '1', description },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(familyOf))].map((name) => ({ name })),
    paths,
    components: {
      headers: answerHeaders,
      schemas: { ...entities, ...ownSchemas },
      parameters,
      responses,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The `token` of sign-in.' } },
    },
  };
}

const familyOf = ({ path }: Described): string => path.split('/')[2] ?? '';

function operation(route: Described, said: About): object {
  const { who, what, answers, files, redirects } = said;
  const isRead = route.method === 'GET';
  const isOpen = who === 'everybody';
  const body = route.body && route.method !== 'DELETE' ? schemaOf(route.body) : undefined;
  return {
    tags: [familyOf(route)],
    operationId: nameOf(route).replaceAll(/[^A-Za-z0-9]+/g, '_'),
    summary: what,
    description: `For ${who}.`,
    security: isOpen ? [] : [{ token: [] }],
    parameters: [
      ...ownParameters(route),
      ...headers(route, isOpen).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    ...(files && { requestBody: { required: true, content: { 'multipart/form-data': { schema: filesIn(files) } } } }),
    ...(route.form && {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: schemaOf(route.form) } },
      },
    }),
    responses: {
      ...(redirects !== undefined && { 303: { description: redirects } }),
      ...(answers !== '' && {
        [route.makes || files ? 201 : 200]: {
          description: answers,
          ...(isRead && {
            headers: {
              'X-Event-Log': { $ref: '#/components/headers/EventLog' },
              ...(route.versioned && { ETag: { schema: { type: 'string' }, description: 'The version of the list.' } }),
            },
          }),
          content: contentOf(said),
        },
      }),
      ...(route.versioned && { 304: { description: 'The caller holds the newest version.' } }),
      ...Object.fromEntries(
        refusals(route, isOpen, files).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

export const schemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

const filesIn = (field: string): JsonSchema => ({
  type: 'object',
  properties: { [field]: { type: 'array', items: { type: 'string', format: 'binary' } } },
  required: [field],
});

/** Parameters in the path are strings where the route has no schema for them. */
function ownParameters(route: Described): object[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const { properties = {}, required = [] } = (route.input ? schemaOf(route.input) : {}) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const inQuery = Object.keys(properties).filter((name) => !inPath.includes(name));
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
    ...inQuery.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] })),
  ];
}

function headers({ method, makes, versioned }: Described, isOpen: boolean): string[] {
  if (method === 'GET') return [...(isOpen ? [] : ['Team', 'ReadAfter']), ...(versioned ? ['IfNoneMatch'] : [])];
  return [...(isOpen ? [] : ['Team']), 'IdempotencyKey', ...(isOpen || makes ? [] : ['IfMatch'])];
}

function refusals(
  { method, path, body, form, input }: Described,
  isOpen: boolean,
  files: string | undefined,
): number[] {
  const isRead = method === 'GET';
  const canBeWrong = [input, body, form, files].some((part) => part !== undefined);
  return [
    ...(canBeWrong ? [400] : []),
    ...(isOpen ? [] : [401]),
    // The refusal if there are no local accounts.
    ...(isOpen && isRead ? [] : [403]),
    // The refusal if there is no single sign-on.
    ...(path.includes(':') || path.includes('/oidc/') ? [404] : []),
    ...(isRead ? [] : [409, 413]),
    ...(files ? [415] : []),
    ...(isOpen && !isRead ? [429] : []),
    503,
  ];
}

const contentOf = (said: About): object =>
  said.answers.includes('/')
    ? { [said.answers]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: answerSchema(said) } };

export function answerSchema({ answers, isWritten }: About): JsonSchema {
  const isList = answers.endsWith('[]');
  const names = (isList ? answers.slice(0, -2) : answers).split(' | ');
  const kinds = names.map((name) =>
    name === 'object' ? { type: 'object' } : { $ref: `#/components/schemas/${name}` },
  );
  const one = kinds.length > 1 ? { anyOf: kinds } : (kinds[0] ?? {});
  if (isList) return { type: 'array', items: one };
  return isWritten ? { allOf: [one, { $ref: '#/components/schemas/Written' }] } : one;
}

/** Answers that are no types of the contract, and types with a better description. */
export const ownSchemas = {
  Reason: reasonSchema,
  Config: {
    type: 'object',
    properties: {
      browserSession: {
        enum: ['token', 'cookie'],
        description: 'How pages keep their session. A page sends `X-Session: new` at sign-in in both cases.',
      },
      lockAfterMinutes: { type: 'number', description: 'Pages lock after this time without input; 0: never.' },
      sessionIdleMinutes: {
        type: 'number',
        description: 'A session ends this time after its last use, and pages lock after it without input.',
      },
      offline: {
        type: 'object',
        properties: { hours: { type: 'number' }, charts: { type: 'number' } },
        required: ['hours', 'charts'],
        description: 'What devices keep for work without a network (`OFFLINE=on`); absent: nothing.',
      },
      captcha: { $ref: '#/components/schemas/CaptchaConfig' },
      localAccounts: {
        type: 'boolean',
        description: 'False: people sign in at the provider only, except the admin account.',
      },
      singleSignOn: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        description: 'The words of the button that leads to the provider, if there is one.',
      },
      publicUrl: {
        type: 'string',
        format: 'uri',
        description:
          'Where browsers find the product, if it is set: passkeys work there. Without it they work on localhost.',
      },
      timeZone: { type: 'string' },
      today: { type: 'string', format: 'date', description: 'The day at the hospital.' },
      dayEndsAt: { type: 'string', format: 'date-time' },
      blockedHostnames: { type: 'array', items: { type: 'string' } },
      proposals: { type: 'boolean', description: 'False: pages show no proposals.' },
      chatUrl: {
        type: 'string',
        description: 'The external chat assistant; `{prompt}` marks the place of the text, else it is `q`.',
      },
      referenceRanges: {
        type: 'array',
        description: "Of the hospital's laboratory (`REFERENCE_RANGES`); absent: the samples of the product.",
        items: {
          type: 'object',
          properties: {
            kind: { type: 'string' },
            unit: { type: 'string', description: 'UCUM.' },
            low: { type: 'number' },
            high: { type: 'number' },
            sex: { type: 'string', enum: ['female', 'male'] },
            fromAgeDays: { type: 'number' },
            toAgeDays: { type: 'number' },
          },
          required: ['kind', 'unit'],
        },
      },
    },
    required: [
      'browserSession',
      'lockAfterMinutes',
      'sessionIdleMinutes',
      'captcha',
      'localAccounts',
      'timeZone',
      'today',
      'dayEndsAt',
      'blockedHostnames',
    ],
  },
  Message: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  SignedOut: {
    type: 'object',
    properties: { message: { type: 'string' }, next: { type: 'string', format: 'uri' } },
    required: ['message'],
  },
  ProviderAddress: { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'] },
  Specialties: {
    type: 'array',
    items: {
      type: 'object',
      properties: { _id: { type: 'number' }, label: { type: 'string' } },
      required: ['_id', 'label'],
    },
  },
  StoppedMedications: {
    type: 'object',
    properties: {
      stopped: { type: 'number' },
      admissions: { type: 'number' },
      complete: { type: 'boolean', description: 'False: there may be more, run it again.' },
      message: { type: 'string' },
    },
    required: ['stopped', 'admissions', 'complete', 'message'],
  },
};

const header = (name: string, schema: object, text: string): object => ({
  name,
  in: 'header',
  required: false,
  schema,
  description: text,
});
const parameters = {
  Team: header('team', { type: 'string' }, "The team that the thing belongs to; another one's is 403."),
  IdempotencyKey: header(
    'Idempotency-Key',
    { type: 'string', format: 'uuid' },
    "The command's id: a repeated key returns the first answer and writes nothing. With another body it is 409.",
  ),
  IfMatch: header(
    'If-Match',
    { type: 'string' },
    'The `version` that the person was looking at; an entity that has changed since is 409, and so is a version that ' +
      'the event log does not have (any more). ' +
      'Without it the newest is meant.',
  ),
  ReadAfter: header(
    'X-Read-After',
    { type: 'string' },
    '`<stream>@<revision>`, or up to 10 of them with commas between: waits up to 2 s until the read model has reached ' +
      'those that the answer comes from, else answers with `X-Stale: true`.',
  ),
  IfNoneMatch: header('If-None-Match', { type: 'string' }, 'The `ETag` of the answer that the caller holds.'),
};

const answerHeaders = {
  EventLog: {
    schema: { type: 'string', format: 'uuid' },
    description:
      'The id of the event log. With another id than before, the log was restored to an earlier point: versions and ' +
      'revisions of before mean nothing, so read again. Absent while the rows are compared with the log.',
  },
};

const refusal = (text: string, name = 'Problem'): object => ({
  description: text,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const responses = {
  400: refusal('Malformed or invalid; `fields` says where.'),
  401: refusal('`Not authorized, token failed`, or a wrong password.'),
  403: refusal('Not allowed, or the team has transferred the patient.', 'TransferredProblem'),
  404: refusal('Not found, or in a team that the caller is not in.'),
  409: refusal('It cannot be so, or somebody else has changed it since.', 'ConflictProblem'),
  413: refusal('Too large.'),
  415: refusal('The content is none of the kinds that are taken.'),
  429: refusal('Too many attempts.'),
  503: refusal('A dependency is away; try again.'),
};
