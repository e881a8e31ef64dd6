/**
 * The images that a gallery takes: uploads to this admission, by their path on this installation, and images in the
 * team's own account at its image service. The team needs an upload preset (docs/product.md, "Gallery").
 */
import { Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { LOCAL_PRESET, type UploadAccount } from 'language/domain/team/state';
import type { Dependencies } from '../dependencies.ts';

interface Offered {
  readonly admissionId: string;
  readonly teamId: string;
  readonly images: readonly { readonly image: string }[];
  /** The field of the body, for the answer. */
  readonly field: string;
}

const IMAGE_SERVICE = 'https://res.cloudinary.com';

/** @throws Rejection `conflict` if the team has no upload preset, `invalid` if an image is not accepted */
export async function requireAcceptedImages(
  { folds, images: store }: Dependencies,
  { admissionId, teamId, images, field }: Offered,
): Promise<void> {
  if (images.length === 0) return;
  const { state: team } = await folds.team.load(teamId);
  const account = team.status === 'none' ? undefined : team.uploadAccount;
  if (!account || account.uploadPreset === '') throw new Rejection(refusal('upload-preset-missing'));
  const addresses = images.map(({ image }) => image);
  const uploaded = await store.claim(admissionId, addresses);
  if (!addresses.every((image) => uploaded.has(image) || isInAccount(image, account)))
    throw invalidField(field, refusal('image-not-of-admission'));
}

/**
 * `https://res.cloudinary.com/<cloud name>/image/upload/…`, and nothing that only looks like it. The service also
 * fetches foreign addresses (`/image/fetch/`, and as a layer of an upload: `l_fetch:…`): such an image would make each
 * reader's browser call a server of the sender's choice.
 */
function isInAccount(image: string, { cloudName, uploadPreset }: UploadAccount): boolean {
  if (cloudName === '' || uploadPreset === LOCAL_PRESET) return false;
  const address = URL.canParse(image) ? new URL(image) : undefined;
  const uploads = `${IMAGE_SERVICE}/${encodeURIComponent(cloudName)}/image/upload/`;
  return address?.href === image && image.startsWith(uploads) && isPlainPath(image.slice(uploads.length));
}

/**
 * Allows names, versions and plain transformations (`c_limit,w_320`). Refuses a query, and each character that begins a
 * layer, a variable or a second encoding.
 */
function isPlainPath(path: string): boolean {
  try {
    return /^(?:[\p{L}\p{M}\p{N} _.,()-]+\/)*[\p{L}\p{M}\p{N} _.,()-]+$/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
