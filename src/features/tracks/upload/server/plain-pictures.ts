import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { maxPictures, type PictureRef, tooManyPictures } from '../../pictures/pictures.ts';
import { stagePicture } from '../../pictures/server/stage.ts';
import type { GivenSettings } from '../../settings.ts';
import type { ReceivedFile } from './receive.ts';

/** Stages pictures in the form itself, as browsers without scripts send them, after those staged before. */
export async function withStaged(
  ctx: Ctx,
  settings: GivenSettings,
  pictures: readonly ReceivedFile[],
): Promise<GivenSettings> {
  if (pictures.length === 0) return settings;
  const refs: PictureRef[] = [...(settings.ScreenshotFiles ?? [])];
  const most = maxPictures(ctx.viewer.isSupporter);
  if (refs.length + pictures.length > most) {
    throw new Problem(422, tooManyPictures(most), { field: 'ScreenshotFiles' });
  }
  for (const picture of pictures) {
    if (!picture.ok) throw picture.problem;
    refs.push({ reference: (await stagePicture(ctx, picture.file)).Reference });
  }
  return { ...settings, ScreenshotFiles: refs };
}
