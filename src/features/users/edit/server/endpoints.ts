import { z } from 'zod';
import { pathId } from '#lib/wire/z.ts';
import { type DrawnRow, storeDrawn } from '#platform/files/store-drawn.ts';
import { action } from '#platform/http/action.ts';
import { isYes } from '#platform/http/form-body.ts';
import { assertAllowed, badRequest } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { formBounds, formWithOneFile } from '#platform/uploads/bounds.ts';
import { fileAction } from '#platform/uploads/file-action.ts';
import { patch, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { type FaceKind, faceFileBytes, sentSelection } from '../../pictures/picture-kinds.ts';
import { drawFace, receiveFace, setFace } from '../../pictures/server/store-picture.ts';
import { mayCleanProfiles, mayDecorate, mayEditProfile } from '../../server/policy.ts';
import { type ProfilePart, profileParts } from '../profile-parts.ts';
import { profileSettings } from '../profile-settings.ts';
import { type OnCleaned, removePart } from './acts.ts';
import { type ClaimAddress, lockedProfile, maySaveProfile, saveProfile } from './save.ts';

const saved = z.object({ UserId: z.int(), Next: z.string() });
const text = z.string().nullable().optional();

/** POST /useredit: saves the settings of the viewer's page. */
const edit = (claimAddress: ClaimAddress) =>
  action({
    touches: 'edition',
    api: [
      {
        scope: 'profile',
        at: patch(routes.apiProfile),
        about: 'Edits your profile. Settings that are not sent stay unchanged.',
        input: z.strictObject({
          About: text.describe('BB code'),
          Title: text.describe('the line below your name, of supporters'),
          Address: text.describe('the address of your page'),
        }),
        output: saved,
        example: { About: 'I build at night.' },
      },
    ],
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

/** POST /useredit/avatar and /useredit/banner: a picture with the selected part of it, or Remove. */
const faceEndpoint = (kind: FaceKind) =>
  fileAction({
    touches: 'edition',
    api: [
      {
        scope: 'profile',
        at: post(kind === 'avatar' ? routes.apiProfileAvatar : routes.apiProfileBanner),
        about: `Replaces or removes your ${kind}.`,
        input: z.strictObject({ Remove: z.literal(true) }),
        files: { Picture: 'a picture, of which the largest fitting part in the middle is shown' },
        output: saved,
        example: { Remove: true },
      },
    ],
    limits: formWithOneFile(faceFileBytes, { fields: 20, textBytes: formBounds.fieldBytes }),
    allow: ({ viewer }) => mayEditProfile(viewer),
    receive: receiveFace,
    form: routes.userEdit(),
    async run(ctx, { fields, files: [picture], request }) {
      if (isYes(fields.get('Remove') ?? '')) {
        await face.perform(ctx, { kind, files: null }, request);
      } else {
        assertAllowed(rules[kind](ctx.viewer));
        if (!picture) throw badRequest('Picture: choose a file.', 'Picture');
        const drawn = await drawFace(ctx, picture, { kind, selection: sentSelection(fields) });
        await storeDrawn(ctx, drawn, (tx, files) => face.perform(tx, { kind, files }, request));
      }
      return { UserId: ctx.viewer.userId, Next: routes.userEdit(kind) };
    },
    next: ({ Next }) => Next,
  });

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
export const profileRoutes = ({
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
