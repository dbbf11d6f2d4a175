import type { Kysely } from 'kysely';
import { type Logger, pino } from 'pino';
import { app } from '#app.ts';
import type { Database } from '#db/database.ts';
import { usualVideoSite } from '#lib/video/site.ts';
import { Admission } from '#platform/admission/admission.ts';
import { hashCost, hasherAt } from '#platform/auth/hashing/hasher.ts';
import type { Clock, Ctx, Settings } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { MemoryBlobStore } from '#platform/files/memory.ts';
import { drawTrack, trackSolid } from '#platform/gbx/draw-map.ts';
import type { GbxReader } from '#platform/gbx/gbx-reader.ts';
import { comparePacked, packRuns } from '#platform/gbx/packed-runs.ts';
import {
  measureInputs,
  readChallengeFacts,
  readCheckpointTimes,
  readReplayFacts,
  readShortLine,
} from '#platform/gbx/read-facts.ts';
import { readRunOnTrack } from '#platform/gbx/run-on-track.ts';
import { Health } from '#platform/health/health.ts';
import type { JobQueue, Within } from '#platform/jobs/queue.ts';
import type { Job } from '#platform/jobs/registry.ts';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import type { PictureEngine } from '#platform/pictures/engine.ts';
import { sharpTools } from '#platform/pictures/sharp-tools.ts';
import { postgresRateLimits } from '#platform/rate-limits-postgres.ts';
import { type Remote, RemoteRefusal, readOnlyRemote } from '#platform/remote/remote.ts';
import { loadSecrets } from '#platform/secrets.ts';
import { CachedSwitches } from '#platform/switches/switches.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import { allSites, siteByCode } from '#sites/all.ts';

/** As in production, but at the least cost: full cost took an eighth of the processor time of the database tests. */
const cheapHasher = hasherAt({ ...hashCost, memoryCost: 8, timeCost: 1 });

/** A clock that does not run: tests set it. */
export class FakeClock implements Clock {
  #now: number;

  constructor(start = new Date('2026-11-21T12:00:00Z')) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  forward(step: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = step;
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  }
}

/** Collects mails in a list. */
class MemoryMailer implements Mailer {
  readonly sent: Mail[] = [];
  /** as if there were a mail server; may be changed by a test */
  delivers: boolean;

  constructor(delivers: boolean) {
    this.delivers = delivers;
  }

  async send(mail: Mail, { handingOver }: { handingOver?(): Promise<void> } = {}): Promise<void> {
    await handingOver?.();
    this.sent.push(mail);
  }

  /** The path of the first link in the last mail. */
  lastLink(): string {
    const url = /https?:\S+/.exec(this.sent.at(-1)?.text ?? '')?.[0];
    if (!url) throw new Error('No mail with a link was sent.');
    const { pathname, search } = new URL(url);
    return pathname + search;
  }
}

/** Collects jobs until the test runs them; payloads are checked as in the real queue. */
class MemoryJobs implements JobQueue {
  readonly waiting: { name: string; payload: object }[] = [];

  async add(name: string, payload: object, within?: Within): Promise<void> {
    this.#job(name).check(payload);
    if (within) within.onCommit(async () => void this.waiting.push({ name, payload }));
    else this.waiting.push({ name, payload });
  }

  async runAll(services: TestCtx): Promise<void> {
    for (const { name, payload } of this.waiting.splice(0)) {
      await this.#job(name).run(services, `test-${name}`, payload);
    }
  }

  #job(name: string): Job {
    const job = app.jobs.find((candidate) => candidate.name === name);
    if (!job) throw new Error(`There is no job "${name}": add it to the jobs of its feature.ts.`);
    return job;
  }
}

/** Reads files in this thread; the server uses workers. */
const directReader: GbxReader = {
  challenge: async (bytes) => readChallengeFacts(bytes),
  replay: async (bytes) => readReplayFacts(bytes),
  checkpoints: async (bytes) => readCheckpointTimes(bytes),
  drawing: async (bytes, replay) => drawTrack(bytes, replay ?? new Uint8Array()),
  solid: async (bytes) => trackSolid(bytes),
  inputs: async (bytes) => measureInputs(bytes),
  line: async (bytes) => readShortLine(bytes),
  sharedInputs: async (own, others) => comparePacked(packRuns([own, ...others])),
  runOnTrack: async (replay, track) => readRunOnTrack(packRuns([replay, track])),
  close: async () => {},
};

/** Draws pictures in this process; the server uses others. */
const directPictures: PictureEngine = {
  take: (_, work) => work(sharpTools()),
  close: async () => {},
};

/** Tests have no network: a test that reads other hosts passes its own. */
const noRemote: Remote = readOnlyRemote(async (url) => {
  throw new RemoteRefusal('unreachable', `Tests do not read ${url}.`, { isTemporary: true });
});

/** A Ctx whose clock, mail and jobs can be inspected by a test. */
export interface TestCtx extends Ctx {
  readonly clock: FakeClock;
  readonly mail: MemoryMailer;
  readonly jobs: MemoryJobs;
}

interface World {
  db: Kysely<Database>;
  /** an edition's code; by default the first edition */
  site?: string;
  viewer?: Viewer;
  /** as if there were a mail server */
  delivers?: boolean;
  /** silent by default */
  log?: Logger;
  settings?: Partial<Settings>;
  /** reads nothing by default */
  remote?: Remote;
}

/** A separate installation for one test: `const ctx = await testCtx({ db, site: 'tmnf' });` */
export async function testCtx({
  db,
  site,
  viewer = visitor,
  delivers = false,
  log,
  settings,
  remote = noRemote,
}: World): Promise<TestCtx> {
  const sites = await allSites();
  const clock = new FakeClock();
  const own = {
    clock,
    mail: new MemoryMailer(delivers),
    jobs: new MemoryJobs(),
    files: new MemoryBlobStore(() => clock.now()),
  };
  const secrets = await loadSecrets(db, clock, 'the key of the tests');
  const services = {
    ...own,
    db,
    admission: new Admission(),
    sites,
    gbx: directReader,
    pictures: directPictures,
    hasher: cheapHasher,
    limits: postgresRateLimits(db, secrets),
    remote,
    finders: new Map(),
    health: new Health(pino({ level: 'silent' })),
    switches: new CachedSwitches(db),
    log: log ?? pino({ level: 'silent' }),
    secrets,
    settings: {
      requireSecondFactor: 'off' as const,
      passkeyDomain: null,
      securityContact: null,
      onlineRecords: 30,
      stagedBytes: 20 * 1024 ** 3,
      pictureHosts: { only: null, refused: [] },
      videoSite: usualVideoSite,
      ...settings,
    },
  };
  const chosen = siteByCode(sites, site ?? sites[0]?.code ?? '');
  return { ...makeCtx(services, chosen, viewer, 'test'), ...own };
}

/** The same installation, seen from another edition or by another viewer. */
export const seenFrom = (ctx: TestCtx, other: { site?: string; viewer?: Viewer }): TestCtx => ({
  ...ctx,
  site: other.site ? siteByCode(ctx.sites, other.site) : ctx.site,
  viewer: other.viewer ?? ctx.viewer,
});
