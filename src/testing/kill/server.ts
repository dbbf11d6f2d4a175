import { app } from '#app.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { makeHostTable } from '#platform/http/hosts.ts';
import { makeRouter } from '#platform/http/router.ts';
import { openServices } from '#platform/services.ts';
import { openDatabase } from '#scripts/database.ts';
import { runCommand } from '#scripts/run-command.ts';
import { serveRequest } from '#server/dispatch.ts';
import { serveHealth } from '#server/health.ts';
import { closeGracefully, listen, makeHttpServer } from '#server/listen.ts';
import { allSites } from '#sites/all.ts';

/** The server without its pages: the kill test needs no builds, and it restarts quickly. */
await runCommand('Usage: node src/testing/kill/server.ts', async (closers) => {
  const config = decideConfig(readEnv(process.env));
  const sites = await allSites();
  const database = await openDatabase(config, sites, closers);
  const { services, queue, close } = await openServices({
    config,
    databaseUrl: database.url,
    sites,
    jobs: app.jobs,
  });
  closers.add(close);
  await queue.work(services);
  const doors = { services, route: makeRouter(app.routes), trustProxy: false, publicPort: null };
  const siteOf = makeHostTable(sites.map((site) => [[site.host], site] as const));
  const server = makeHttpServer((message, response) => {
    if (serveHealth(services.health, message, response)) return;
    const site = siteOf(message.headers.host);
    if (!site) response.writeHead(404).end();
    else void serveRequest(doors, site, async () => 'missing', message, response);
  });
  await listen(server, config.port, config.bind);
  closers.add(() => closeGracefully(server, 1000));
  console.log(`ready in ${process.uptime().toFixed(1)} s`);
});
