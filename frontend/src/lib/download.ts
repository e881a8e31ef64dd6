/** A file of the server, handed to the browser's downloads: asked for as this person, which a plain link could not be. */
import { ApiError } from './api.ts';
import { session, signedInUser } from './session.ts';

/**
 * @param query goes into the address
 * @param fileName what the file is called on this computer
 * @throws ApiError with the server's sentence
 */
export async function download(path: string, query: Readonly<Record<string, string>>, fileName: string): Promise<void> {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const token = signedInUser()?.token;
  const answer = await asked(url, token);
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => undefined);
    const message = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : 'Unexpected Error';
    const error = new ApiError(answer.status, message, body);
    if (error.endsSession && signedInUser()?.token === token) session.send({ type: 'tokenFailed' });
    throw error;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await whole(answer));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

const asked = async (url: URL, token: string | undefined): Promise<Response> => {
  try {
    return await fetch(url, { headers: token === undefined ? {} : { authorization: `bearer ${token}` } });
  } catch {
    throw new ApiError(0, 'No connection to the server');
  }
};

const whole = async (answer: Response): Promise<Blob> => {
  try {
    return await answer.blob();
  } catch {
    throw new ApiError(0, 'The answer of the server did not arrive whole');
  }
};
