import { pathId, z } from '#lib/wire/z.ts';

export const UserClaimForm = z.object({ userId: pathId });
