/** HTTP calls to the product, with or without a token. Answers are JSON or images. */
export type Ask = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** @throws Error with the status and the sentence when the product refuses */
export const client =
  (url: string, token?: string): Ask =>
  async <Answer>(method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { authorization: `bearer ${token}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return (isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer()).toString('base64')) as Answer;
  };

/** @throws Error when the e-mail or the password is wrong */
export async function signedIn(url: string, { email, password }: { email: string; password: string }): Promise<Ask> {
  const { token } = await client(url)<{ token: string }>('POST', '/api/users/login', { email, password });
  return client(url, token);
}
