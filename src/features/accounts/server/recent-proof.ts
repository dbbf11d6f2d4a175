import { isRecent } from '#platform/auth/session-life.ts';
import type { Ctx } from '#platform/context.ts';

/** Whether the viewer authenticated within the last ten minutes. */
export const provedRecently = ({ viewer, clock }: Pick<Ctx, 'viewer' | 'clock'>): boolean =>
  viewer.session !== undefined && isRecent(viewer.session.signedInAt, clock.now());
