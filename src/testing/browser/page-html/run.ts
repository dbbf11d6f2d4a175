import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openDb } from '#db/client.ts';
import { demoAdminPasswordFile, demoPasswordFile } from '#demo/demo-accounts.ts';
import { findServer } from '#platform/postgres/embedded.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { anySite, originOf, sites } from '../tools/fixtures.ts';
import type { Answer } from '../tools/http.ts';
import { Script } from '../tools/people.ts';
import { startOn } from '../tools/server.ts';
import { formsOf, tooLong } from './forms.ts';
import { cleaned, normaliseHtml } from './normalise.ts';
import { walk } from './walk.ts';

/**
 * `npm run page-html -- FOLDER [--data DATA]`: writes the HTML of every page of every edition to a folder, as visitors,
 * users, moderators and administrators get it, and on one edition what every form returns that is sent empty, or with texts that
 * are too long. `diff -r` compares the folders of two versions. Both need the same data, which the first run makes; it stays as
 * it is, because each run uses copies.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '.cache/page-html' } },
});
const [folder] = positionals;
if (!folder) throw new Error('Name the folder for the pages.');
if (existsSync(folder)) throw new Error(`${folder} exists already.`);
if (!existsSync(values.data)) await makeData(values.data);
await onCopy(async (dataDir) => {
  for (const site of sites) await writePages(site, dataDir);
});
await onCopy(writeRefusals);

/** The demo community, after its first jobs. */
async function makeData(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755); // started by root, the database runs as another user and must get in
  const stop = await startOn(dataDir, { options: ['--demo-admin'] });
  try {
    await jobsDone(dataDir);
  } finally {
    await stop();
  }
}

async function jobsDone(dataDir: string): Promise<void> {
  const server = await findServer(join(dataDir, 'postgres'));
  if (!server) throw new Error('The database is not running.');
  const { db, close } = openDb(server.url, { max: 1 });
  const due = sql<{ count: number }>`select count(*)::integer as count from pgboss.job
    where state in ('created', 'retry', 'active') and start_after < now()`;
  try {
    for (let idle = 0; idle < 10; ) {
      await sleep(1000);
      const { rows } = await due.execute(db);
      idle = rows[0]?.count === 0 ? idle + 1 : 0;
    }
  } finally {
    await close();
    await server.stop();
  }
}

/** Runs a server on a copy of the data. Its clock stands still two hours after the data was made, and it runs no jobs. */
async function onCopy(run: (dataDir: string) => Promise<void>): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'paddock-html-'));
  await chmod(parent, 0o755);
  const dataDir = join(parent, 'data');
  execFileSync('cp', ['-a', values.data, dataDir]); // with owners, which the database insists on
  const frozenAt = Math.ceil(statSync(demoPasswordFile(dataDir)).mtimeMs) + 2 * 60 * 60 * 1000;
  const stop = await startOn(dataDir, {
    node: ['--import', './src/testing/browser/page-html/frozen-clock.ts'],
    options: ['--demo-admin'],
    env: { FROZEN_AT: String(frozenAt), WORKER: 'off' },
  });
  try {
    await run(dataDir);
  } finally {
    await stop();
    await rm(parent, { recursive: true });
  }
}

async function viewersOf(site: Site, dataDir: string): Promise<Record<string, Script>> {
  const signIn = async (name: string, passwordFile: string) => {
    const script = new Script(originOf(site));
    const Password = (await readFile(passwordFile, 'utf8')).trim();
    const { status, text } = await script.post(routes.login(), { Name: name, Password });
    if (status >= 400) throw new Error(`${name} cannot sign in on ${site.code}: ${text}`);
    return script;
  };
  return {
    visitor: new Script(originOf(site)),
    user: await signIn('alice', demoPasswordFile(dataDir)),
    moderator: await signIn('mo', demoPasswordFile(dataDir)),
    administrator: await signIn('admin', demoAdminPasswordFile(dataDir)),
  };
}

async function writePages(site: Site, dataDir: string): Promise<void> {
  const viewers = await viewersOf(site, dataDir);
  for await (const { name, path, answer } of walk(originOf(site), viewers))
    await save(join(site.code, name), `GET ${path}`, answer);
}

/** Each form once for each viewer: empty, and with texts that are too long. Some are accepted empty, which later ones show. */
async function writeRefusals(dataDir: string): Promise<void> {
  const viewers = await viewersOf(anySite, dataDir);
  const sent = new Set<string>();
  for await (const { name, viewer, path, answer } of walk(originOf(anySite), viewers)) {
    for (const { action, kind, filledWith } of formsOf(answer.text, path)) {
      const key = `${viewer.address} ${kind}`;
      if (sent.has(key)) continue;
      sent.add(key);
      for (const [how, text] of [
        ['too long', tooLong],
        ['empty', ''],
      ] as const) {
        const refusal = await viewer.submit(action, filledWith(text));
        const label = `${name} ${kind.split(' ')[0]} ${how}`.replace(/[^\w.-]+/g, '-');
        await save(join('refusals', label), `POST ${action} ${how}`, refusal);
      }
    }
  }
}

async function save(name: string, request: string, answer: Answer): Promise<void> {
  const { status, headers, text } = answer;
  const file = join(folder ?? '', `${name}.html`);
  await mkdir(dirname(file), { recursive: true });
  const head = [request, status, headers.location, headers['content-security-policy']];
  const html = normaliseHtml(text);
  // sizes, numbers of connections, and jobs that PostgreSQL's own clock has made due
  const isMeasured = /administration\/(system|jobs)/.test(request);
  const shown = isMeasured ? html.replace(/<tr.*?<\/tr>\n/gs, '').replace(/\d[\d.,]*/g, '0') : html;
  await writeFile(file, `${cleaned(head.filter(Boolean).join('\n'))}\n${shown}`);
}
