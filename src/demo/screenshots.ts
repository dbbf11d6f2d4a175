import { redrawn, storeStaged } from '#features/tracks/pictures/server/stage.ts';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import type { Ctx } from '#platform/context.ts';
import { screenshot, type View } from './pictures.ts';
import type { PlannedTrack } from './world.ts';

const views: readonly View[] = ['road', 'gate', 'jump'];

/**
 * The screenshots of the demo. Each place and time of day has some views that its tracks share, because encoding a picture takes
 * longer than everything else about a track.
 */
export class Screenshots {
  private readonly drawn = new Map<string, ReturnType<typeof redrawn>>();

  /** Sends those of a track, as its uploader does before publishing it. */
  async stage(
    ctx: Ctx,
    { environment, mood, screenshots, daysAgo }: PlannedTrack,
  ): Promise<{ reference: string }[]> {
    const staged = [];
    for (let index = 0; index < screenshots; index++) {
      const view = views[(daysAgo + index) % views.length] ?? 'road';
      const fileName = `${environment}-${view}.png`;
      const key = `${environment} ${mood} ${view}`;
      const drawing = this.drawn.get(key) ?? this.draw(ctx, fileName, { environment, mood, view });
      this.drawn.set(key, drawing);
      const { files, ...drawn } = await drawing;
      const [largest] = files;
      const file = { fileName, blob: { sizeBytes: largest?.bytes.length ?? 0 } };
      staged.push({ reference: (await storeStaged(ctx, file, { files, ...drawn })).Reference });
    }
    return staged;
  }

  private async draw(
    ctx: Ctx,
    fileName: string,
    scene: Parameters<typeof screenshot>[2],
  ): ReturnType<typeof redrawn> {
    const seed = scene.mood * 31 + views.indexOf(scene.view);
    const blob = await ctx.files.putBytes(await screenshot(ctx, seededRandom(seed), scene));
    try {
      return await redrawn(ctx, { fileName, blob });
    } finally {
      await ctx.files.discard(blob);
    }
  }
}
