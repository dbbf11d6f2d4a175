import type { Ctx } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import type { JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';

interface Due {
  readonly site: string;
  readonly track_id: number;
}

/** Processes tracks of any edition without a viewer. Failures are logged and do not stop the others. */
export async function eachTrack(
  services: JobCtx,
  due: readonly Due[],
  run: (ctx: Ctx, trackId: number) => Promise<void>,
): Promise<void> {
  let failed = 0;
  for (const { site: code, track_id } of due) {
    const site = services.sites.find((one) => one.code === code);
    if (!site) continue; // an edition that was removed
    try {
      await run(makeCtx(services, site, visitor, services.requestId), track_id);
    } catch (err) {
      failed += 1;
      services.log.error(
        { err, site: code, trackId: track_id, requestId: services.requestId },
        'a track could not be processed',
      );
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${due.length} tracks failed; each is in the log.`);
}
