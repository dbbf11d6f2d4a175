import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { storeDrawn } from '#platform/files/store-drawn.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import type { FaceKind } from '../picture-kinds.ts';
import { drawFace, setFace } from './store-picture.ts';

/** Sets a picture of the viewer's page as another site has it; null removes it. Returns the reason if it cannot be accepted. */
export async function importFace(
  ctx: Ctx,
  kind: FaceKind,
  file: ReceivedFile | null,
): Promise<string | null> {
  const { userId } = ctx.viewer;
  if (!file) {
    await inTransaction(ctx, (tx) => setFace(tx, userId, kind, null));
    return null;
  }
  try {
    const drawn = await drawFace(ctx, file, { kind, selection: null });
    await storeDrawn(ctx, drawn, (tx, rows) => setFace(tx, userId, kind, rows));
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}
