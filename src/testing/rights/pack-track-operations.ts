import type { Operation } from './operation.ts';
import type { Scene } from './scene.ts';
import * as table from './table.ts';

const inItsPack = ({ packId, trackId }: Scene) => ({
  packId: `${packId}`,
  trackId: `${trackId}`,
  Reason: 'The table of rights.',
});
const atItsPack = ({ packId }: Scene) => ({ packId: `${packId}` });

/** What is done with a track in the pack that it was submitted to. */
export const packTrackOperations: readonly Operation[] = [
  {
    name: 'retire it in its pack',
    routes: ['PUT /trackpack/togglestatus'],
    expected: table.managingItsPack,
    form: (scene) => ({ ...inItsPack(scene), status: '4' }),
  },
  {
    name: 'submit it a second time',
    routes: ['POST /trackpacksubmit/:packId'],
    expected: table.submittingAgain,
    parts: atItsPack,
    form: (scene) => ({ ...inItsPack(scene), act: 'submit' }),
  },
  {
    name: 'withdraw it after its approval',
    routes: ['POST /trackpacksubmit/:packId'],
    expected: table.withdrawingApproved,
    parts: atItsPack,
    form: (scene) => ({ ...inItsPack(scene), act: 'withdraw' }),
  },
];
