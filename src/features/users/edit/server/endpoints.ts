import { z } from 'zod';
import { pathId } from '#lib/wire/path-id.ts';
import type { Ctx } from '#platform/context.ts';
import { type DrawnRow, storeDrawn } from '#platform/files/store-drawn.ts';
import { acceptsJson, action } from '#platform/http/action.ts';
import { assertAllowed, badRequest, sentSignedOut } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { withArrived } from '#platform/uploads/arrival.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { type FaceKind, faceFileBytes, sentSelection } from '../../pictures/picture-kinds.ts';
import { type ArrivedFace, drawFace, receiveFace, setFace } from '../../pictures/server/store-picture.ts';
import { mayCleanProfiles, mayDecorate, mayEditProfile } from '../../server/policy.ts';
import { type ProfilePart, profileParts } from '../profile-parts.ts';
import { profileSettings } from '../profile-settings.ts';
import { type OnCleaned, removePart } from './acts.ts';
import { type ClaimAddress, lockedProfile, maySaveProfile, saveProfile } from './save.ts';

/** POST /useredit: saves the settings of the viewer's page. */
const edit = (claimAddress: ClaimAddress) =>
  action({
    touches: 'edition',
    input: profileSettings,
    role: mayEditProfile,
    subject: (tx) => lockedProfile(tx, tx.viewer.userId),
    allow: maySaveProfile,
    async run(tx, profile, sent) {
      await saveProfile(tx, profile, sent, claimAddress);
      return { UserId: profile.user_id, Next: routes.userEdit('saved') };
    },
    next: ({ Next }) => Next,
    form: routes.userEdit(),
  });

const rules = { avatar: mayEditProfile, banner: mayDecorate } as const;

/** Stores a picture, or removes it. Removing is allowed to everyone who may edit their profile. */
const face = action({
  touches: 'edition',
  input: z.custom<{ kind: FaceKind; files: readonly DrawnRow[] | null }>(),
  subject: (tx) => lockedProfile(tx, tx.viewer.userId),
  allow: ({ viewer }, _, { kind, files }) => (files ? rules[kind](viewer) : mayEditProfile(viewer)),
  async run(tx, profile, { kind, files }) {
    await setFace(tx, profile.user_id, kind, files);
    return { UserId: profile.user_id };
  },
});

/** A form with one picture. */
const faceForm = {
  fieldBytes: formBounds.fieldBytes,
  textBytes: formBounds.fieldBytes,
  files: 1,
  fileBytes: faceFileBytes,
  fields: 20,
  // more than the limit of its file, so that a file that is slightly too large gets its own message
  formBytes: faceFileBytes + 16 * 1024 * 1024,
};

/** POST /useredit/avatar and /useredit/banner: a picture with the selected part of it, or Remove. */
const faceEndpoint = (kind: FaceKind): Endpoint => ({
  async handle(ctx, request) {
    assertViewer(ctx);
    return withArrived<ArrivedFace>(
      ctx,
      request,
      {
        limits: faceForm,
        page: routes.userEdit(),
        keep: (file) => receiveFace(ctx, file),
        discard: ({ blob }) => ctx.files.discard(blob),
      },
      async (form, [arrived]) => {
        if (/^(true|1|on|yes)$/i.test(form.get('Remove') ?? '')) {
          await face.perform(ctx, { kind, files: null }, request);
        } else {
          assertAllowed(rules[kind](ctx.viewer));
          if (!arrived) throw badRequest('Picture: choose a file.', 'Picture');
          const files = await drawFace(ctx, arrived, { kind, selection: sentSelection(form) });
          await storeDrawn(ctx, files, (tx, rows) => face.perform(tx, { kind, files: rows }, request));
        }
        const Next = routes.userEdit(kind);
        return acceptsJson(request) ? json({ UserId: ctx.viewer.userId, Next }) : seeOther(Next);
      },
    );
  },
});

/** Refuses before any file is read; a visitor gets 401. */
function assertViewer({ viewer }: Ctx): void {
  if (viewer.accountId === null) throw sentSignedOut();
  assertAllowed(mayEditProfile(viewer));
}

const partNames = Object.keys(profileParts) as [ProfilePart, ...ProfilePart[]]; // the table has entries

/** POST /userclean/:userId: a moderator removes a part of a user's page. */
const clean = (onCleaned: OnCleaned) =>
  action({
    touches: 'edition',
    input: z.object({
      userId: pathId,
      Part: z.enum(partNames, { error: 'choose what to remove' }),
      Reason: z.string().max(2000, 'may have at most 2000 characters').default(''),
    }),
    role: mayCleanProfiles,
    subject: (tx, { userId }) => lockedProfile(tx, userId),
    allow: ({ viewer }) => mayCleanProfiles(viewer),
    async run(tx, profile, { Part, Reason }) {
      await removePart(tx, profile, { part: Part, reason: Reason }, onCleaned);
      return { UserId: profile.user_id };
    },
    next: ({ UserId }) => routes.userShow(UserId),
    form: (_, request) => request.path,
  });

/** Routes for editing one's own page, and for moderators. */
export const profileEndpoints = ({
  onCleaned,
  claimAddress,
}: {
  readonly onCleaned: OnCleaned;
  readonly claimAddress: ClaimAddress;
}): RouteTable => ({
  [post(routes.userEdit)]: edit(claimAddress),
  [post(routes.userEditAvatar)]: faceEndpoint('avatar'),
  [post(routes.userEditBanner)]: faceEndpoint('banner'),
  [post(routes.userClean)]: clean(onCleaned),
});
