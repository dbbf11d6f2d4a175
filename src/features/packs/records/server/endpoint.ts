import { viewAddress } from '#features/replays/view-address.ts';
import { usualOrbit } from '#features/replays/viewer/space/space-view.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { routes } from '#routes/routes.ts';
import { packIdOf, visiblePack } from '../../server/stored-pack.ts';
import { recordsOfPack } from './records-of-pack.ts';

/** GET /trackpackrecords/:id: the first record of a pack in the viewer, which goes on to the next ones by itself. */
export const packRecordsEndpoint: Endpoint = {
  isOpen: true,
  async handle(ctx, _, params) {
    const { pack_id: packId } = await visiblePack(ctx, packIdOf(params.id));
    const [first] = await recordsOfPack(ctx, packId, 1);
    const location = first
      ? viewAddress(
          first.trackId,
          { replayIds: [first.replayId], packId, space: { camera: 'chase', orbit: usualOrbit } },
          null,
        )
      : `${routes.trackPackShow(packId)}?done=norecords`;
    return { status: 302, headers: { location, 'cache-control': 'private, no-cache' } };
  },
};
