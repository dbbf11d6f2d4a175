import { forSite } from '#db/for-site.ts';
import { trackFiles } from '#features/tracks/file/server/analyse.ts';
import { replayTypeOf } from '#features/tracks/model.ts';
import { publishUpload } from '#features/tracks/upload/server/publish.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { safeName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import { usualVideoSite } from '#lib/video/site.ts';
import { Admission } from '#platform/admission/admission.ts';
import { directHasher } from '#platform/auth/hashing/hasher.ts';
import { hashPassword, inCommands } from '#platform/auth/password.ts';
import type { Ctx, Services, TxCtx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { Health } from '#platform/health/health.ts';
import { noLimits } from '#platform/rate-limits.ts';
import { readOnlyRemote } from '#platform/remote/remote.ts';
import { CachedSwitches } from '#platform/switches/switches.ts';
import { analyseFile } from '#platform/uploads/upload.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import { newestFirst, type Site } from '#sites/schema.ts';
import { refuseAmongRealUsers } from './demo-accounts.ts';
import { seedLife } from './life.ts';
import { seedAccounts, seedProfiles } from './people.ts';
import { thumbnail } from './pictures.ts';
import { Screenshots } from './screenshots.ts';
import { type PlannedTrack, plannedTracks } from './world.ts';

/** The services for creating the demo: without mails, jobs and limits. */
export type DemoServices = Pick<Services, 'db' | 'sites' | 'files' | 'gbx' | 'pictures' | 'clock' | 'log'>;

export interface DemoOptions {
  readonly services: DemoServices;
  /** for every account of the cast */
  readonly password: string;
  /** editions to fill; all by default */
  readonly sites?: readonly Site[];
  /** on each edition */
  readonly tracks?: number | undefined;
  /** called for each edition when its demo is complete */
  readonly seeded?: (site: Site) => void;
  /** called with a line about the progress */
  readonly say?: (line: string) => void;
  /** called with how much of an edition's demo exists, such as "48 of 120 tracks" */
  readonly progress?: (site: Site, done: string) => void;
}

/**
 * Creates the demo community: the cast, and tracks with their history on every edition. Tracks are uploaded like real ones, so they are
 * read, checked and stored in the same way. Existing rows stay, so the next run completes an interrupted one. Throws a ConfigError
 * in a database with accounts of real users.
 */
export async function seedDemo({
  services,
  password,
  sites,
  tracks: tracksPerEdition,
  seeded = () => {},
  say = () => {},
  progress = () => {},
}: DemoOptions): Promise<{ tracks: number }> {
  await refuseAmongRealUsers(services.db);
  const quiet = withoutEffects(services);
  const accounts = await seedAccounts(quiet, await hashPassword(inCommands, password));
  const screenshots = new Screenshots();
  let created = 0;
  const seed = async (site: Site) => {
    const began = performance.now();
    say(`creating the demo of ${site.code} …`);
    const tracks = await seedEdition(quiet, site, {
      accounts,
      screenshots,
      tracks: tracksPerEdition,
      progress: (done) => progress(site, done),
    });
    say(`created the demo of ${site.code} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    seeded(site);
    created += tracks;
  };
  // the newest first, because a start serves each edition as soon as it is complete; of one, half the time is spent waiting for the database
  const [newest, ...others] = newestFirst(sites ?? services.sites);
  if (newest) await seed(newest);
  await Promise.all(others.map(seed));
  return { tracks: created };
}

interface Material {
  readonly accounts: ReadonlyMap<string, number>;
  readonly screenshots: Screenshots;
  readonly tracks: number | undefined;
  readonly progress: (done: string) => void;
}

/** Creates the demo of one edition; returns the number of new tracks. */
async function seedEdition(
  services: Services,
  site: Site,
  { accounts, screenshots, tracks: count, progress }: Material,
): Promise<number> {
  const planned = plannedTracks(site, count);
  const unlimited = { ...site, quotas: { ...site.quotas, uploads: null } };
  const ctx = makeCtx(services, unlimited, visitor, 'demo');
  const people = await seedProfiles(ctx, accounts);
  const tracks = await seedTracks(ctx, people, { planned, screenshots, progress });
  await seedLife(ctx, people, planned, progress);
  return tracks;
}

function withoutEffects(services: DemoServices): Services {
  const refuse = async () => {
    throw new Error('The demo sends no mail and reads no other hosts.');
  };
  return {
    ...services,
    admission: new Admission(),
    // the activity of the cast is not logged
    log: services.log.child({}, { level: 'silent' }),
    mail: { delivers: false, send: refuse },
    // the work of jobs is done directly (readNotices, grantToAll) or by the regular ones
    jobs: { add: async () => {} },
    remote: readOnlyRemote(refuse),
    hasher: directHasher,
    limits: noLimits,
    finders: new Map(),
    health: new Health(services.log),
    switches: new CachedSwitches(services.db),
    secrets: { antiForgery: '', knownBrowser: '', unsubscribe: '', dumps: '', address: '', factor: '' }, // without sessions
    settings: {
      requireSecondFactor: 'off',
      passkeyDomain: null,
      securityContact: null,
      onlineRecords: 30,
      stagedBytes: 20 * 1024 ** 3,
      pictureHosts: { only: null, refused: [] },
      videoSite: usualVideoSite,
    },
  };
}

/** Reads several files at a time; tracks are published one by one, so that their ids increase with their dates. */
async function seedTracks(
  ctx: Ctx,
  people: ReadonlyMap<string, Viewer>,
  {
    planned,
    screenshots,
    progress,
  }: Pick<Material, 'screenshots' | 'progress'> & { readonly planned: readonly PlannedTrack[] },
): Promise<number> {
  const known = await forSite(ctx, 'track_version').select('uid').execute();
  const uids = new Set(known.map(({ uid }) => uid));
  const plans = planned.filter((plan) => !uids.has(plan.spec.uid));
  const atOnce = 6;
  for (let start = 0; start < plans.length; start += atOnce) {
    progress(`${start} of ${plans.length} tracks`);
    const batch = plans.slice(start, start + atOnce);
    const arrived = await Promise.all(batch.map((plan) => uploadFile(seenBy(ctx, plan, people), plan)));
    for (const [index, plan] of batch.entries()) {
      const uploader = seenBy(ctx, plan, people);
      const pictures = await screenshots.stage(uploader, plan);
      await publish(uploader, plan, people, { uploadKey: arrived[index] ?? '', pictures });
    }
  }
  return plans.length;
}

function seenBy(ctx: Ctx, { builder }: PlannedTrack, people: ReadonlyMap<string, Viewer>): Ctx {
  return { ...ctx, viewer: people.get(builder) ?? visitor };
}

/** Uploads the file and returns its key. */
async function uploadFile(ctx: Ctx, plan: PlannedTrack): Promise<string> {
  const { spec, environment, mood, hasPicture } = plan;
  const random = seededRandom(spec.cost ?? 1);
  const picture = hasPicture ? await thumbnail(ctx, random, environment, mood) : null;
  const blob = await ctx.files.putBytes(writeChallenge({ ...spec, thumbnail: picture }));
  const file = { fileName: `${safeName(stripGameText(spec.name), '-')}.Challenge.Gbx`, blob };
  const { read, uploadKey } = await analyseFile(ctx, trackFiles, file, null);
  if (uploadKey === null) throw new Error(`${ctx.site.code}: ${file.fileName}: ${read.issues[0]?.Message}`);
  return uploadKey;
}

async function publish(
  ctx: Ctx,
  plan: PlannedTrack,
  people: ReadonlyMap<string, Viewer>,
  {
    uploadKey,
    pictures,
  }: { readonly uploadKey: string; readonly pictures: readonly { reference: string }[] },
): Promise<void> {
  const uploadedAt = daysBefore(ctx.clock.now(), plan.daysAgo);
  await inTransaction({ ...ctx, clock: { now: () => uploadedAt } }, async (tx) => {
    const { TrackId } = await publishUpload(tx, uploadKey, {
      ...plan.settings,
      ScreenshotFiles: [...pictures],
    });
    await age(tx, TrackId, plan);
    await addCoAuthors(tx, TrackId, plan, people);
  });
}

/** Sets the later history of a track. */
async function age(tx: TxCtx, trackId: number, plan: PlannedTrack): Promise<void> {
  const { isBeta, isListed, counts, settings } = plan;
  const byRule = replayTypeOf(tx.site, { isBeta, unlimiterVersion: null, tags: settings.Tags });
  const replayType = byRule === 0 ? (plan.replayType ?? 0) : byRule;
  const activeAt = daysBefore(tx.clock.now(), -plan.quietAfterDays);
  await tx.db
    .updateTable('track')
    .set({
      is_beta: isBeta,
      is_listed: isListed,
      replay_type: replayType,
      // awards and comments are counted when users give them (life.ts)
      downloads: counts.downloads,
      activity_at: activeAt,
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
}

async function addCoAuthors(
  { db, site }: TxCtx,
  track_id: number,
  { coAuthors }: PlannedTrack,
  people: ReadonlyMap<string, Viewer>,
): Promise<void> {
  if (coAuthors.length === 0) return;
  const rows = coAuthors.map(({ name, role, isPending }, index) => ({
    site: site.code,
    track_id,
    user_id: people.get(name)?.userId ?? 0,
    position: index + 1,
    role,
    is_pending: isPending,
  }));
  await db.insertInto('track_author').values(rows).execute();
}
