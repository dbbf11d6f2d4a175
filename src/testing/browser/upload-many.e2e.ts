import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { routes } from '#routes/routes.ts';
import { App } from '#testing/kill/app.ts';
import { expect, test } from './tools/fixtures.ts';
import { Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';
import { uploadPage } from './tools/upload-page.ts';

/** A separate server, because it is killed: one edition, an empty database. */
const port = 4560 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
const many = 100;
const maxGrowth = 150 * 1024 * 1024;

const Page = z.object({ Results: z.array(z.object({ TrackId: z.number(), TrackName: z.string() })) });

test.use({
  expectsRefusals: true,
  origin: async ({ site }, use) => use(`http://${site.host}:${port}`),
});

test('a hundred tracks at once; after a kill halfway and a retry, exactly a hundred', async ({
  page,
  site,
  origin,
  signIn,
}, info) => {
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-many-'));
  await chmod(dataDir, 0o755); // started by root, the database runs as another user who needs access
  process.env.SITES = site.code;
  const app = new App({ command: ['src/scripts/start.mjs', '--empty'], dataDir, port });
  const named = async (name: string) => {
    const query = new URLSearchParams({ name, count: '1000', fields: 'TrackId,TrackName' });
    const answer = await new Script(origin).send(`${routes.apiTracks()}?${query}`);
    return Page.parse(JSON.parse(answer.text)).Results.map(({ TrackName }) => TrackName);
  };
  const files = (name: string) =>
    Array.from({ length: many }, (_, n) => trackFile(site, `${name} ${String(n).padStart(3, '0')}`));
  try {
    await app.start();
    await signIn();
    const upload = uploadPage(page);
    await page.goto(routes.multiTrackUpload());
    await upload.settle();

    const before = app.residentBytes() ?? 0;
    let grown = 0;
    const measuring = setInterval(() => {
      grown = Math.max(grown, (app.residentBytes() ?? 0) - before);
    }, 50);
    const began = performance.now();
    await upload.choose(...files('Flood'));
    await expect(page.getByRole('progressbar', { name: 'Files read' })).toBeVisible();
    await expect(upload.outcome).toHaveText(`${many} tracks ready.`, { timeout: 60_000 });
    const readMs = performance.now() - began;
    await upload.publish.click();
    await expect(page.getByRole('progressbar', { name: 'Tracks uploaded' })).toBeVisible();
    // polled often: a fast machine publishes dozens in a second
    await expect
      .poll(() => upload.far.textContent(), { intervals: [20], timeout: 60_000 })
      .toMatch(/\b[3-9]\d of 100 tracks uploaded/);
    await app.killApp();
    const again = page.getByRole('button', { name: /again$/ });
    await expect(again.last()).toBeVisible();
    await app.start();
    const there = (await named('Flood')).length;
    expect(there).toBeGreaterThan(20);
    expect(there).toBeLessThan(many);
    await page.getByRole('button', { name: /^Try (all|again)/ }).click();
    await expect(upload.outcome).toHaveText(`${many} tracks uploaded.`, { timeout: 60_000 });
    clearInterval(measuring);
    const grownMiB = Math.round(grown / 1_048_576);
    const line = `${many} tracks were read in ${(readMs / 1000).toFixed(1)} s, the server grew by ${grownMiB} MiB`;
    info.annotations.push({ type: 'measured', description: line });
    console.log(line);
    expect(grown, `${grownMiB} MiB`).toBeLessThanOrEqual(maxGrowth);
    const names = await named('Flood');
    expect(names).toHaveLength(many);
    expect(new Set(names).size).toBe(many);
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
