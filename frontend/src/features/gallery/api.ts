/** Calls of the gallery: images are uploaded first, then put into a group (docs/product.md, "Gallery"). */
import { queryOptions } from '@tanstack/react-query';
import type { AdmissionDetails, Answer, GalleryChange, Problem, UploadedImages } from 'language/contract/entities';
import { ApiError } from '../../platform/http/api.ts';
import { updateCachedQuery } from '../../sync/reads/admission-lists.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { headersOfProof } from '../../platform/http/session-proof.ts';
import { translate } from '../../platform/language/language.ts';
import { lockSession, session, sessionKey, sessionProof } from '../../platform/session/session.ts';

/** Puts the gallery of a command's answer into the cache. */
export const cacheGallery = ({ admission, gallery, stream, revision }: Answer<GalleryChange>): Promise<void> =>
  updateCachedQuery<AdmissionDetails>(queryKeys.admission(admission), (cached) => ({ ...cached, gallery }), {
    stream,
    revision,
  });

export const isStoredLocally = (image: string): boolean => image.startsWith('/api/images/');

/** The address of an image's thumbnail, in the built-in store or at the team's image service. */
export const thumbnailOf = (image: string): string =>
  isStoredLocally(image) ? `${image}/thumbnail` : image.replace('/image/upload/', '/image/upload/c_limit,h_320,w_320/');

/** @param key of the session that the request was sent with: a late answer must not end a newer session */
function toApiError(status: number, body: unknown, key: string | undefined): ApiError {
  const problem = typeof body === 'object' && body !== null && 'message' in body ? (body as Problem) : undefined;
  const error = new ApiError(
    status,
    problem?.message ?? translate(status === 0 ? 'http.noConnection' : 'http.unexpected'),
    body,
  );
  if (error.endsSession && sessionKey() === key) session.send({ type: 'tokenFailed' });
  if (error.isSessionLocked && sessionKey() === key) lockSession();
  return error;
}

/** Reads an image of the built-in store. It needs the session's headers, which an `<img>` does not send. */
export const imageQuery = (address: string) =>
  queryOptions({
    queryKey: queryKeys.image(address),
    gcTime: 60_000,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<Blob> => {
      const [proof, key] = [sessionProof(), sessionKey()];
      let answer: Response;
      try {
        answer = await fetch(new URL(address, location.origin), { headers: headersOfProof(proof), signal });
      } catch (cause) {
        if (signal.aborted) throw cause;
        throw toApiError(0, undefined, key);
      }
      if (!answer.ok) throw toApiError(answer.status, await answer.json().catch(() => undefined), key);
      return answer.blob();
    },
  });

/**
 * Uploads one image. Uses XMLHttpRequest because `fetch` reports no upload progress.
 * The image goes to our own server even where the team uses an image service:
 * the server removes place, time and device from the picture and passes it on.
 * @returns a function that cancels the upload
 */
export function uploadImage(
  { admission, key: idempotencyKey, file }: { admission: string; key: string; file: Blob },
  callbacks: { onPart: (part: number) => void; onSent: (image: string) => void; onFailed: (error: ApiError) => void },
): () => void {
  const form = new FormData();
  form.append('image', file);
  const [proof, key] = [sessionProof(), sessionKey()];
  const request = new XMLHttpRequest();
  request.open('POST', `/api/admissions/${encodeURIComponent(admission)}/images`);
  request.responseType = 'json';
  for (const [name, value] of Object.entries({ ...headersOfProof(proof), 'idempotency-key': idempotencyKey }))
    request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => callbacks.onPart(total > 0 ? loaded / total : 0));
  request.addEventListener('error', () => callbacks.onFailed(toApiError(0, undefined, key)));
  request.addEventListener('load', () => {
    const image = (request.response as UploadedImages | null)?.images?.[0]?.image;
    if (request.status === 201 && image !== undefined) callbacks.onSent(image);
    // An incomplete answer counts as no answer: the upload is repeated under the same key.
    else callbacks.onFailed(toApiError(request.status === 201 ? 0 : request.status, request.response, key));
  });
  request.send(form);
  return () => request.abort();
}
