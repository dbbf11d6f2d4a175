import { z } from 'zod';
import type { Act } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { pictureLimits } from '#features/tracks/pictures/pictures.ts';
import { type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { formBounds, formWithOneFile } from '#platform/uploads/bounds.ts';
import { fileAction } from '#platform/uploads/file-action.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { mayDeletePack, mayDo, mayEditPack, mayRestorePack } from '../../rights.ts';
import { mayCreatePack } from '../../server/policy.ts';
import {
  lockedPack,
  packIdField,
  packIdOf,
  type StoredPack,
  storedPack,
  visiblePack,
} from '../../server/stored-pack.ts';
import { deletePack, restorePack } from './deletion.ts';
import { answerOf, reasonField } from './moderation.ts';
import { type PictureChange, receivePicture, withPicture } from './picture.ts';
import { assertCurrent, createPack, maySavePack, packEditOf, savePack } from './save.ts';

interface SentForm {
  readonly form: URLSearchParams;
  readonly picture: PictureChange;
}

const create = action({
  touches: 'edition',
  input: z.custom<SentForm>(),
  allow: ({ viewer }) => mayCreatePack(viewer),
  run: (tx, { form, picture }) => createPack(tx, form, picture),
});

const packForm = formWithOneFile(pictureLimits.fileBytes, {
  fields: 100,
  textBytes: formBounds.fieldBytes * 2,
});

/** POST /trackpackcreate: creates a pack. */
const createWithPicture = fileAction({
  touches: 'edition',
  limits: packForm,
  allow: ({ viewer }) => mayCreatePack(viewer),
  receive: receivePicture,
  form: routes.trackPackCreate(),
  run: (ctx, form) =>
    withPicture(ctx, form, async (inner, picture) => {
      await ctx.limits.consume('pack', { subject: `account ${ctx.viewer.accountId}` });
      const { packId } = await create.perform(inner, { form: form.fields, picture }, form.request);
      return { PackId: packId, Next: routes.trackPackShow(packId) };
    }),
  next: ({ Next }) => Next,
});

const edit = action({
  touches: 'edition',
  input: z.custom<SentForm & { packId: number }>(),
  subject: async (tx, { packId, form }) => packEditOf(tx, await lockedPack(tx, packId), form),
  allow: maySavePack,
  async run(tx, edited, { form, picture }) {
    assertCurrent(edited.pack, form);
    await savePack(tx, edited, { picture, reason: form.get('Reason') ?? '' });
    return answerOf(edited.pack);
  },
});

/** POST /trackpackedit/:id: missing fields stay unchanged. */
const editWithPicture = fileAction({
  touches: 'edition',
  limits: packForm,
  subject: (ctx, { params }) => visiblePack(ctx, packIdOf(params.id)),
  allow: (_, { subject }) => mayEditPack(subject.relation, { isLegacy: subject.is_legacy }),
  receive: receivePicture,
  form: ({ subject }) => routes.trackPackEdit(subject.pack_id),
  run: (ctx, form) =>
    withPicture(ctx, form, async (inner, picture) => {
      const packId = form.subject.pack_id;
      await edit.perform(inner, { packId, form: form.fields, picture }, form.request);
      return { PackId: packId, Next: routes.trackPackEdit(packId, 'saved') };
    }),
  next: ({ Next }) => Next,
});

const end = (tx: TxCtx, act: Act<object, StoredPack>, found: StoredPack, reason: string) =>
  perform(tx, act, { subject: { kind: 'pack', id: found.pack_id }, found, input: {}, reason });

const ended = z.object({ id: packIdField, Reason: reasonField });

/** POST /trackpackdelete/:id. Deleting a deleted pack again changes nothing. */
const remove = action({
  touches: 'edition',
  input: ended,
  subject: (tx, { id }) => lockedPack(tx, id, storedPack),
  allow: (_, pack) => mayDeletePack(pack.relation, { isLegacy: pack.is_legacy }),
  async run(tx, pack, { Reason }) {
    if (pack.deleted_at === null) await end(tx, deletePack, pack, Reason);
    return answerOf(pack);
  },
  next: () => routes.deletedPacks(),
  form: (_, request) => request.path,
});

const restoreRule = (now: Date, pack: StoredPack): Verdict =>
  pack.deleted_at === null && mayDo('restore', pack.relation).ok // was already restored
    ? yes
    : mayRestorePack(pack.relation, { deletedAt: pack.deleted_at, deletedReason: pack.deleted_reason }, now);

/** POST /trackpackrestore/:id: restores the pack as it was. */
const restore = action({
  touches: 'edition',
  input: ended,
  subject: (tx, { id }) => lockedPack(tx, id, storedPack),
  allow: ({ clock }, pack) => restoreRule(clock.now(), pack),
  async run(tx, pack, { Reason }) {
    if (pack.deleted_at !== null) await end(tx, restorePack, pack, Reason);
    return answerOf(pack);
  },
  next: (_, { id }) => `${routes.trackPackShow(id)}?done=restored`,
  form: (_, request) => request.path,
});

/** Routes for creating, editing, deleting and restoring packs. */
export const packEditRoutes: RouteTable = {
  [post(routes.trackPackCreate)]: createWithPicture,
  [post(routes.trackPackEdit)]: editWithPicture,
  [post(routes.trackPackDelete)]: remove,
  [post(routes.trackPackRestore)]: restore,
};
