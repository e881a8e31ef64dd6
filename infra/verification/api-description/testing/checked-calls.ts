/** Calls the product and compares each answer with its description. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { type About, calls } from '../calls.ts';
import { entitySchemas } from '../entities.ts';
import { answerSchema, ownSchemas } from '../openapi.ts';

function aboutOf(name: string): About {
  const about = calls[name];
  if (!about) throw new Error(`${name} is not described`);
  return about;
}

/** A call by one person. `params` fill the route's pattern, `version` is its `If-Match`. */
export type CallAs = <Body>(
  method: string,
  path: string,
  params?: Record<string, string>,
  body?: object | FormData,
  version?: number,
) => Promise<Body>;

export class CheckedCalls {
  /** Calls whose answers were compared with the description. */
  readonly checked = new Set<string>();
  readonly mistakes: unknown[] = [];
  readonly #url: string;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  /** The reads of a person wait for their own last write: in vain for a stream that they may not read. */
  readonly #readAfter = new Map<string | undefined, string>();

  constructor(url: string) {
    this.#url = url;
    // A read has no property beyond its type. A command's answer is an entity and more, so only the whole is closed.
    this.#ajv.addSchema({ $id: 'read', components: { schemas: { ...entitySchemas(true), ...ownSchemas } } });
    this.#ajv.addSchema({ $id: 'command', components: { schemas: { ...entitySchemas(), ...ownSchemas } } });
  }

  /** @param token undefined for a visitor */
  as(token: string | undefined): CallAs {
    return async <Body>(
      method: string,
      path: string,
      params: Record<string, string> = {},
      body?: object | FormData,
      version?: number,
    ): Promise<Body> => {
      const name = `${method} ${path.split('?')[0]}`;
      const address = path.replaceAll(/:(\w+)/g, (_, param: string) => params[param] ?? '');
      const isForm = body instanceof FormData;
      const answer = await fetch(this.#url + address, {
        method,
        headers: {
          ...(token && { authorization: `bearer ${token}` }),
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...(version !== undefined && { 'if-match': String(version) }),
          'x-read-after': this.#readAfter.get(token) ?? 'catalogue@0',
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      const { answers } = aboutOf(name);
      if (answers.includes('/')) {
        this.checked.add(name);
        const content = await answer.arrayBuffer();
        expect([name, answer.status, answer.headers.get('content-type'), content.byteLength > 0]).toEqual([
          name,
          200,
          expect.stringMatching(answers.replace('*', '')),
          true,
        ]);
        return undefined as Body;
      }
      const answered = (await answer.json()) as Body & { stream?: string; revision?: number };
      if (answered.stream !== undefined && answered.revision !== undefined)
        this.#readAfter.set(token, `${answered.stream}@${answered.revision}`);
      this.#check(name, answer.status, answered);
      return answered;
    };
  }

  #check(name: string, status: number, body: unknown): void {
    this.checked.add(name);
    const about = aboutOf(name);
    const isRead = name.startsWith('GET ');
    const schema = JSON.parse(
      JSON.stringify(answerSchema(about)).replaceAll('"#/', `"${isRead ? 'read' : 'command'}#/`),
    ) as object;
    const isValid = this.#ajv.compile(
      isRead || about.answers === 'object' ? schema : { ...schema, unevaluatedProperties: false },
    );
    if (status >= 300) this.mistakes.push([name, status, body]);
    else if (!isValid(body))
      this.mistakes.push([
        name,
        isValid.errors
          ?.slice(0, 3)
          .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`),
      ]);
  }
}
