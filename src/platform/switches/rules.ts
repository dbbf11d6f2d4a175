import { no, noToAnyone, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';

type Needs = Pick<Ctx, 'switches' | 'site'>;

const tryAgainSeconds = 300;

/** Throws a Problem 503 while the edition is read-only. */
export function assertWritable({ switches, site }: Needs): void {
  if (!switches.of(site.code).readOnly) return;
  const detail = `${site.name} is read-only at the moment: everything can be read, nothing can be written. Try again later.`;
  throw new Problem(503, detail, { retryAfterSeconds: tryAgainSeconds });
}

/** Throws a Problem 503 while any edition is read-only: the write would change an account on all of them. */
export function assertAllWritable({ switches, sites }: Pick<Ctx, 'switches' | 'sites'>): void {
  const closed = sites.find(({ code }) => switches.of(code).readOnly);
  if (!closed) return;
  const detail = `${closed.name} is read-only at the moment, and this changes your account on every edition. Try again later.`;
  throw new Problem(503, detail, { retryAfterSeconds: tryAgainSeconds });
}

/** Throws a Problem 503 while the edition writes to nobody, because it was restored from a backup. */
export function assertNotPaused({ switches, site }: Needs): void {
  if (!switches.of(site.code).paused) return;
  const detail = `Emails, webhooks and online records are paused on ${site.name}: it was restored from a backup. An administrator turns them on.`;
  throw new Problem(503, detail, { retryAfterSeconds: tryAgainSeconds });
}

/** Whether the edition takes new tracks, new files of tracks and replays. */
export function takesUploads({ switches, site }: Needs): Verdict {
  if (switches.of(site.code).uploadsClosed)
    return no(`Uploads to ${site.name} are closed at the moment. Everything else works.`);
  return yes;
}

/** Whether new accounts can be created from this edition. */
export function takesRegistrations({ switches, site }: Needs): Verdict {
  const { readOnly, registrationClosed } = switches.of(site.code);
  if (readOnly || registrationClosed)
    return noToAnyone(
      `New accounts cannot be created on ${site.name} at the moment. Existing accounts work.`,
    );
  return yes;
}
