import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { announce } from '#features/notices/server/actions.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { TestCtx } from '../ctx.ts';
import { startMailServer } from '../mail-server.ts';

const worker = fileURLToPath(new URL('./notice-worker.ts', import.meta.url));

type Moment =
  | 'while notices are written'
  | 'a mail is complete and not accepted yet'
  | 'a mail was accepted'
  | 'at random';

/** When the worker is killed: at this part of the notices written, or of the mails received. */
const moments: readonly (readonly [Moment, number])[] = [
  ['while notices are written', 0.3],
  ['a mail is complete and not accepted yet', 0.1],
  ['a mail was accepted', 0.35],
  ['at random', 0.6],
  ['a mail was accepted', 0.85],
];

interface Options {
  ctx: TestCtx;
  databaseUrl: string;
  /** users who receive mails about news */
  people: number;
  /** at most five */
  kills: number;
  say?: (line: string) => unknown;
}

/**
 * Announces one news post to everyone and kills the worker several times, at the worst moments, while it writes the notices and mails
 * them to a local server. Returns what arrived.
 */
export async function killNotices({ ctx, databaseUrl, people, kills, say = () => {} }: Options) {
  const began = performance.now();
  let child: ChildProcess | undefined;
  let killed = 0;
  const killAt = (moment: Moment, count: number): boolean => {
    const [next, part] = moments[killed] ?? [];
    if (killed === kills || next !== moment || count < Math.max(1, (part ?? 0) * people)) return false;
    killed += 1;
    say(`kill ${killed}: ${moment}, ${mails.received.length} mails received`);
    child?.kill('SIGKILL');
    return true;
  };
  const mails = await startMailServer({
    onMail: (_, count) => (killAt('a mail is complete and not accepted yet', count) ? null : undefined),
    onAccepted: (count) => void killAt('a mail was accepted', count),
  });
  const start = async () => {
    child = spawn(process.execPath, [worker], {
      env: { ...process.env, DATABASE_URL: databaseUrl, SMTP_URL: mails.smtpUrl, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'spawn');
    return child;
  };
  try {
    await inTransaction(ctx, (tx) =>
      announce(tx, { kind: 'news.new', text: 'News: a new season.', link: '/news', audience: 'everyone' }),
    );
    for (let ended = false; !ended; ) {
      const running = await start();
      while (running.exitCode === null && running.signalCode === null && !ended) {
        await sleep(10 + Math.random() * 20);
        const { notices, open } = await progress(ctx.db, ctx.site.code);
        killAt('while notices are written', notices);
        killAt('at random', mails.received.length);
        ended = killed === kills && !open;
      }
      if (!ended && running.signalCode === null && running.exitCode !== null)
        throw new Error(`The worker ended by itself: ${running.exitCode}`);
      if (!ended && running.signalCode === null) await once(running, 'exit');
    }
  } finally {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    mails.close();
  }
  const states = await ctx.db
    .selectFrom('notice_outbox')
    .where('site', '=', ctx.site.code)
    .groupBy('state')
    .select((eb) => ['state', eb.fn.countAll<number>().as('mails')])
    .execute();
  return {
    killed,
    ...(await progress(ctx.db, ctx.site.code)),
    received: mails.received.map(({ to }) => to),
    states: Object.fromEntries(states.map(({ state, mails: count }) => [state, Number(count)])),
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

async function progress(db: Kysely<Database>, site: string) {
  const { rows } = await sql<{ notices: number; twice: number; open: boolean }>`
    select (select count(*) from notice where site = ${site} and kind = 'news.new')::integer as notices,
      (select count(*) from (select from notice where site = ${site} and kind = 'news.new' group by user_id having count(*) > 1
        or max(times) > 1) x)::integer as twice,
      exists (select from announcement where site = ${site} and ended_at is null)
        or exists (select from notice_outbox where site = ${site} and state = 'due') as open`.execute(db);
  return rows[0] ?? { notices: 0, twice: 0, open: true };
}
