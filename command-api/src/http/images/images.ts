/** Images for the gallery of an admission: a person uploads them first, then puts them into a group (`gallery.ts`). */
import * as admissionCalls from 'language/contract/calls/admissions';
import type { UploadedImages } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { Rejection } from 'language/domain/command';
import { Id } from 'language/domain/values/fields';
import { refusal } from 'language/domain/reasons/refusal';
import { LOCAL_PRESET, type UploadAccount } from 'language/domain/team/state';
import { pictureOf } from '../../images/picture.ts';
import type { StoredImage } from '../../images/store.ts';
import { callerOf, forbidden, HttpProblem, notFound } from 'service-kit/http/http-problem';
import { limitPerUser, createSemaphore } from 'service-kit/concurrency/semaphore';
import { commandOf, bodyMark } from '../command-of-request.ts';
import { derivedId } from '../../commands/derived-id.ts';
import type { CommandRoute } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { actorOnAdmission } from '../admission/on-admission.ts';
import { createFileMemory, filesOf } from './uploaded-files.ts';

/** Files that arrive or are processed: eight of the largest (docs/decisions/write-side/image-decoding.md). */
const memory = createFileMemory(8 * limits.image);
/** Files that have arrived are processed in turn. A slow sender has no place among them. */
const inTurn = createSemaphore(8, 64, refusal('too-many-uploads'));
const fewOfOnePerson = limitPerUser(2, refusal('own-uploads-under-way'));

/**
 * `POST /api/admissions/{id}/images`: multipart, several files in the field `image`. The answer names all of them or
 * none. Files before a refused one are in no gallery, and are swept.
 */
export const imageRoutes = [
  {
    call: admissionCalls.uploadImages,
    answer: (dependencies) => async (ctx) => {
      const caller = callerOf(ctx);
      const commandId = commandOf(ctx, caller.userId);
      const admissionId = Id.safeParse((ctx['params'] as Record<string, string>)['id']);
      if (!admissionId.success) throw notFound();
      const who = { dependencies, caller, teamHeader: ctx.get('team') || undefined };
      // The files can be read once. What follows them needs no event log.
      const { patientId, teamId, account } = await dependencies.logRestarts.repeated(() =>
        whereImagesGo(who, admissionId.data),
      );

      const images = await fewOfOnePerson(caller.userId, async () => {
        const taken: StoredImage[] = [];
        for await (const bytes of filesOf(ctx.req, {
          field: 'image',
          files: limits.imagesPerGroup,
          bytes: limits.image,
          memory,
        })) {
          // The admission is part of the id: one key at two admissions gives different images.
          const imageId = derivedId(commandId, `image:${admissionId.data}#${taken.length}`);
          const owner = { imageId, admissionId: admissionId.data, teamId, patientId, uploadedBy: caller.userId };
          taken.push(
            await inTurn(() =>
              dependencies.commandKeys.use(
                imageId,
                bodyMark(ctx, bytes),
                async () =>
                  (await dependencies.images.find(imageId)) ?? (await take(dependencies, account, owner, bytes)),
              ),
            ),
          );
        }
        return taken;
      });
      if (images.length === 0) throw new HttpProblem(refusal('no-image-sent'), { field: 'image' });
      ctx.body = {
        images: images.map(({ imageId, image, thumbnail }) => ({ _id: imageId, image, thumbnail })),
      } satisfies UploadedImages;
      ctx.status = 201;
    },
  },
] satisfies readonly CommandRoute[];

type Who = Parameters<typeof actorOnAdmission>[0];

/**
 * @throws HttpProblem 404 if the admission does not exist for the caller, 403 without the right to edit; Rejection 409
 * without an upload account
 */
async function whereImagesGo(
  who: Who,
  admissionId: string,
): Promise<{ patientId: string; teamId: string; account: UploadAccount }> {
  const { folds, requireRoom } = who.dependencies;
  const { state: admission } = await folds.admission.load(admissionId);
  if (admission.status === 'none') throw notFound();
  const actor = await actorOnAdmission(who, admission);
  if (admission.status === 'deleted') throw notFound();
  if (!actor.canEdit) throw forbidden();
  const { state: team } = await folds.team.load(admission.teamId);
  if (team.status === 'none') throw notFound();
  const account = team.uploadAccount;
  if (account.uploadPreset === '') throw new Rejection(refusal('upload-preset-missing'));
  if (account.uploadPreset !== LOCAL_PRESET && account.cloudName === '')
    throw new Rejection(refusal('cloud-name-missing'));
  await requireRoom();
  return { patientId: admission.patientId, teamId: admission.teamId, account };
}

/** @throws Rejection 409 if there is no room for another image */
async function take(
  { images, imageService, imageBytesPerTeam }: Dependencies,
  account: UploadAccount,
  owner: Parameters<Dependencies['images']['store']>[0],
  bytes: Buffer,
): Promise<StoredImage> {
  const already = await images.usage(owner);
  if (already.images >= limits.imagesPerAdmission)
    throw new Rejection(refusal('too-many-images-of-admission', { limit: limits.imagesPerAdmission }));
  if (account.uploadPreset === LOCAL_PRESET && already.bytes >= imageBytesPerTeam)
    throw new Rejection(refusal('no-room-for-images'));
  const picture = await pictureOf(bytes);
  if (account.uploadPreset === LOCAL_PRESET) return images.store(owner, picture);
  return images.storeAddress(owner, await imageService.upload(account, picture));
}
