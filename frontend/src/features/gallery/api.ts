/** The calls of the gallery (decisions, "Paths"): images are uploaded first, then put into a group. */
import { queryOptions } from '@tanstack/react-query';
import type { AdmissionDetails, Answer, GalleryChange, Problem, UploadedImages } from 'command-api/contract/entities';
import { ApiError, endpoint } from '../../platform/http/api.ts';
import { changeRead } from '../../sync/reads/admission-lists.ts';
import { keys } from '../../sync/cache/query-keys.ts';
import { session, sessionToken } from '../../platform/session/session.ts';

export const addGroup = endpoint<Answer<GalleryChange>, { title: string; images: { image: string }[] }>()(
  'POST',
  '/api/admissions/:id/gallery',
);
export const deleteGroup = endpoint<Answer<GalleryChange>>()('DELETE', '/api/admissions/:id/gallery/:groupId');

/** The gallery as it stands after a command. */
export const showGallery = ({ admission, gallery, stream, revision }: Answer<GalleryChange>): Promise<void> =>
  changeRead<AdmissionDetails>(keys.admission(admission), (held) => ({ ...held, gallery }), { stream, revision });

const isStoredLocally = (image: string): boolean => image.startsWith('/api/images/');
/** The small one of an image, in the built-in store as at the team's image service. */
export const thumbnailOf = (image: string): string =>
  isStoredLocally(image) ? `${image}/thumbnail` : image.replace('/image/upload/', '/image/upload/c_limit,h_320,w_320/');
export { isStoredLocally };

const headers = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `bearer ${token}` };
/** @param token of whom it was asked for: a late answer ends no newer session */
function toApiError(status: number, body: unknown, token: string | undefined): ApiError {
  const problem = typeof body === 'object' && body !== null && 'message' in body ? (body as Problem) : undefined;
  const error = new ApiError(
    status,
    problem?.message ?? (status === 0 ? 'No connection to the server' : 'Unexpected Error'),
    body,
  );
  if (error.endsSession && sessionToken() === token) session.send({ type: 'tokenFailed' });
  return error;
}

/**
 * An image of the built-in store is for whoever may read the chart: it is asked for with the token, which an `<img>`
 * cannot do.
 */
export const imageQuery = (address: string) =>
  queryOptions({
    queryKey: keys.image(address),
    gcTime: 60_000,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<Blob> => {
      const token = sessionToken();
      let answer: Response;
      try {
        answer = await fetch(new URL(address, location.origin), { headers: headers(token), signal });
      } catch (cause) {
        if (signal.aborted) throw cause;
        throw toApiError(0, undefined, token);
      }
      if (!answer.ok) throw toApiError(answer.status, await answer.json().catch(() => undefined), token);
      return answer.blob();
    },
  });

/**
 * Sends one image. By XMLHttpRequest: `fetch` does not tell how much of a body has gone. It goes to our own server also
 * where the team has an account with an image service: the server takes place, time and device out of the picture and
 * passes it on.
 */
export function uploadImage(
  { admission, key, file }: { admission: string; key: string; file: Blob },
  told: { onPart: (part: number) => void; onSent: (image: string) => void; onFailed: (error: ApiError) => void },
): () => void {
  const form = new FormData();
  form.append('image', file);
  const token = sessionToken();
  const request = new XMLHttpRequest();
  request.open('POST', `/api/admissions/${encodeURIComponent(admission)}/images`);
  request.responseType = 'json';
  for (const [name, value] of Object.entries({ ...headers(token), 'idempotency-key': key }))
    request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => told.onPart(total > 0 ? loaded / total : 0));
  request.addEventListener('error', () => told.onFailed(toApiError(0, undefined, token)));
  request.addEventListener('load', () => {
    const image = (request.response as UploadedImages | null)?.images?.[0]?.image;
    if (request.status === 201 && image !== undefined) told.onSent(image);
    // An answer that did not arrive whole is none: it is sent again under the same key.
    else told.onFailed(toApiError(request.status === 201 ? 0 : request.status, request.response, token));
  });
  request.send(form);
  return () => request.abort();
}
