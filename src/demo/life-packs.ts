import { drawPicture } from '#features/packs/edit/server/picture.ts';
import { createPack } from '#features/packs/edit/server/save.ts';
import { submitToPack } from '#features/packs/tracks/server/actions.ts';
import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { TxCtx } from '#platform/context.ts';
import { storeDrawn } from '#platform/files/store-drawn.ts';
import { editionWords } from './edition-words.ts';
import { packPicture } from './pictures.ts';
import { type ActiveTrack, actAs, named, ofEdition, openTracks, type Scene } from './scene.ts';
import type { Trait } from './traits.ts';

interface PlannedPack {
  readonly owner: string;
  /** fields of the form, in addition to the name and description */
  readonly form?: Readonly<Record<string, string>>;
  readonly hasPicture?: true;
  readonly isLegacy?: true;
  /** the states of submissions by the authors of tracks; the first tracks are approved */
  readonly undecided?: readonly PackTrackStatus[];
}

const approvedFirst = 6;
const leastTracks = 5;
const { pending, approved, changesRequested, rejected, retired } = PackTrackStatus;

/** In the order of their names. */
const plans: readonly PlannedPack[] = [
  {
    owner: 'alice',
    form: { AllowsTrackSubmissions: 'true', SubmissionsPerUser: '3' },
    hasPicture: true,
    undecided: [pending, changesRequested, rejected, retired, pending],
  },
  { owner: 'bob', hasPicture: true },
  { owner: 'carol', form: { Visibility: 'unreleased' } },
  { owner: 'alice', form: { Visibility: 'hidden', HasLeaderboard: 'false' } },
  { owner: 'Kestrel', isLegacy: true },
];

/** Packs of every kind: with submissions in every state, with an unreleased list, hidden, and legacy. */
export async function seedPacks(scene: Scene): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, plan] of plans.entries()) ids.push(await seedPack(scene, plan, index));
  return ids;
}

async function seedPack(scene: Scene, plan: PlannedPack, index: number): Promise<number> {
  const { tx } = scene;
  const owner = named(scene, plan.owner);
  const madeAt = daysBefore(tx.clock.now(), 20 + 60 * index);
  const ownerTx = actAs(tx, owner, madeAt);
  const { name = '', description = '', about = null } = ofEdition(tx, editionWords).packs[index] ?? {};
  const form = new URLSearchParams({ PackName: name, Description: description, ...plan.form });
  if (index === 0) {
    form.set('Managers[0].UserId', String(named(scene, 'bob').userId));
    form.set('Managers[0].Role', 'jury');
  }
  const { packId } = plan.hasPicture
    ? await withPicture(scene, ownerTx, form)
    : await createPack(ownerTx, form);
  await fill(scene, packId, plan, { ownerTx, tracks: candidates(scene, about).slice(0, 12 - index) });
  await tx.db
    .updateTable('pack')
    .set({ downloads: 17 * (index + 1), ...(plan.isLegacy && { is_legacy: true }) })
    .where('site', '=', tx.site.code)
    .where('pack_id', '=', packId)
    .execute();
  return packId;
}

async function withPicture({ tx, random }: Scene, ownerTx: TxCtx, form: URLSearchParams) {
  const environment = environmentById(tx.site.environments[0] ?? 0)?.name ?? 'Stadium';
  const blob = await tx.files.putBytes(await packPicture(tx, random, environment));
  try {
    const files = await drawPicture(ownerTx, { fileName: 'pack.png', blob });
    return await storeDrawn(ownerTx, files, (inner, rows) => createPack(inner, form, rows));
  } finally {
    await tx.files.discard(blob);
  }
}

/** The tracks that the name of a pack promises. */
function candidates(scene: Scene, about: Trait | null): ActiveTrack[] {
  const open = scene.shuffled(openTracks(scene));
  const fitting = open.filter(({ traits }) => about === null || traits.has(about));
  return fitting.length >= leastTracks ? fitting : open;
}

/** Owners add tracks on the day after; authors submit theirs some days later. */
async function fill(
  scene: Scene,
  packId: number,
  { undecided = [] }: PlannedPack,
  { ownerTx, tracks }: { ownerTx: TxCtx; tracks: readonly ActiveTrack[] },
): Promise<void> {
  const { tx } = scene;
  const at = (days: number) => ({ now: () => daysAfter(ownerTx.clock.now(), days) });
  for (const [place, { trackId, row }] of tracks.entries()) {
    const status = undecided[place - approvedFirst] ?? approved;
    const submission = { packId, trackId, isBeta: false };
    const author = scene.people.find(({ userId }) => userId === row.uploader_id);
    // a manager's decision is the first entry of a track here; what waits was submitted by its author
    if (status === pending && author && author.userId !== ownerTx.viewer.userId)
      await submitToPack({ ...tx, viewer: author.viewer, clock: at(3) }, { ...submission, status: null });
    else await submitToPack({ ...ownerTx, clock: at(1) }, { ...submission, status });
  }
}
