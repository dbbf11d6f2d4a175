import type { z } from 'zod';
import type { Ctx, Services } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { visitor } from '#platform/viewer.ts';

/** The context of work without an edition: the services, and an id for its log lines. */
export interface JobCtx extends Services {
  readonly requestId: string;
}

interface Definition<C, P extends object> {
  /** name of the queue: words joined by hyphens */
  readonly name: string;
  readonly input: z.ZodType<P>;
  run(ctx: C, payload: P): Promise<void>;
  /** minute hour day month weekday, UTC: run regularly with an empty payload */
  readonly cron?: string;
  /** how often a failed run is retried, with growing pauses */
  readonly retries?: number;
  /** the first pause; each further one is about twice as long, up to an hour */
  readonly retryDelaySeconds?: number;
  /** a run that takes longer counts as failed */
  readonly mostSeconds?: number;
  /**
   * For quick work that follows every write and that nobody waits for: it starts within two seconds, together with others, instead
   * of at once, and of those with the same payload only one runs. Fetching and completing them together takes less of the database's
   * time.
   */
  readonly inBatches?: boolean;
}

/** A job as registered with the queue, its payload not yet parsed. */
export interface Job {
  readonly name: string;
  readonly cron: string | null;
  readonly retries: number;
  readonly retryDelaySeconds: number;
  readonly mostSeconds: number;
  readonly inBatches: boolean;
  /** throws if the payload is invalid */
  check(payload: unknown): void;
  run(services: Services, requestId: string, payload: unknown): Promise<void>;
}

/** Work on the whole installation, such as a sweep. */
export function defineJob<P extends object>(definition: Definition<JobCtx, P>): Job {
  return {
    name: definition.name,
    cron: definition.cron ?? null,
    retries: definition.retries ?? 5,
    retryDelaySeconds: definition.retryDelaySeconds ?? 10,
    mostSeconds: definition.mostSeconds ?? 300,
    inBatches: definition.inBatches ?? false,
    check: (payload) => void definition.input.parse(payload),
    run: (services, requestId, payload) =>
      definition.run({ ...services, requestId }, definition.input.parse(payload)),
  };
}

/** Work on one edition, named by `site` in the payload. It has no viewer: permissions were checked when it was added. */
export function defineSiteJob<P extends { site: string }>(definition: Definition<Ctx, P>): Job {
  return defineJob<P>({
    ...definition,
    run(services, payload) {
      const site = services.sites.find((candidate) => candidate.code === payload.site);
      if (!site) throw new Error(`Job ${definition.name}: there is no edition "${payload.site}".`);
      return definition.run(makeCtx(services, site, visitor, services.requestId), payload);
    },
  });
}
