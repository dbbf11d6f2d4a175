import { pathId } from '#lib/wire/path-id.ts';
import { z } from '#lib/wire/z.ts';

/** POST /heldtext/{heldId}/withdraw */
export const WithdrawForm = z.object({ heldId: pathId });
