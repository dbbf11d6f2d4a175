import { claimAddress } from '#features/accounts/server/look-keys.ts';
import { profileSettings } from '#features/users/edit/profile-settings.ts';
import { lockedProfile, maySaveProfile, saveProfile } from '#features/users/edit/server/save.ts';
import type { FaceKind } from '#features/users/pictures/picture-kinds.ts';
import { drawFace, setFace } from '#features/users/pictures/server/store-picture.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { storeDrawn } from '#platform/files/store-drawn.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { packPicture } from './pictures.ts';
import { actAs, named, type Scene } from './scene.ts';

/** Uploaded pictures: a supporter's page with a banner, and two users with their own pictures. */
const uploads: readonly (readonly [name: string, kind: FaceKind])[] = [
  ['alice', 'banner'],
  ['alice', 'avatar'],
  ['Kestrel', 'avatar'],
];

/** Pictures and a custom address of some users. */
export async function seedPeople(scene: Scene): Promise<void> {
  const { tx, random } = scene;
  const environment = environmentById(tx.site.environments[0] ?? 0)?.name ?? 'Stadium';
  for (const [name, kind] of uploads) {
    const person = named(scene, name);
    const userTx = actAs(tx, person, daysBefore(tx.clock.now(), 50));
    const blob = await tx.files.putBytes(await packPicture(tx, random, environment));
    try {
      const files = await drawFace(userTx, { fileName: 'me.png', blob }, { kind, selection: null });
      await storeDrawn(userTx, files, (inner, rows) => setFace(inner, person.userId, kind, rows));
    } finally {
      await tx.files.discard(blob);
    }
  }
  const alice = named(scene, 'alice');
  const aliceTx = actAs(tx, alice, daysBefore(tx.clock.now(), 40));
  const profile = await lockedProfile(aliceTx, alice.userId);
  const sent = profileSettings.parse({ Address: 'alice-builds' });
  assertAllowed(maySaveProfile(aliceTx, profile, sent));
  await saveProfile(aliceTx, profile, sent, claimAddress);
}
