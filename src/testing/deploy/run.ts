import '#scripts/production.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installFromDebian } from '#scripts/find-browser.ts';
import { type Closers, runCommand } from '#scripts/run-command.ts';
import { allSites } from '#sites/all.ts';
import { checkOthers, checkUnit } from './files.ts';
import { Installation } from './installation.ts';
import { Outcomes } from './outcomes.ts';
import { makeCertificate, startCaddy, startNginx } from './proxies.ts';
import { restartUnderLoad } from './restart-under-load.ts';
import { checkForwarded, checkThrough } from './through-proxy.ts';

/**
 * `npm run test:deploy [-- --only unit,nginx,caddy,restart]`: tries the files of src/deploy/ with Debian's packages.
 * `--requests 100000`: how many the restarts are shown with; `--port 4850`: the first of the ports used.
 */
const packages = {
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/sbin/nft': 'nftables',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/caddy': 'caddy',
};

function install(outcomes: Outcomes): void {
  const missing = Object.entries(packages).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  if (missing.length === 0 || installFromDebian(missing)) return;
  outcomes.check(
    `these packages of Debian are here: ${missing.join(', ')}`,
    false,
    'install them, or run this as root',
  );
}

await runCommand(async (closers: Closers) => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'unit,nginx,caddy,restart' },
      requests: { type: 'string', default: '3000' },
      port: { type: 'string', default: '4850' },
    },
  });
  const parts = values.only.split(',');
  const outcomes = new Outcomes();
  install(outcomes);
  if (parts.includes('unit')) {
    outcomes.part('Files');
    await checkUnit(outcomes);
    checkOthers(outcomes);
  }
  const proxies = [
    ...(parts.includes('nginx') ? [startNginx] : []),
    ...(parts.includes('caddy') ? [startCaddy] : []),
  ];
  if (proxies.length > 0 || parts.includes('restart')) {
    const sites = await allSites();
    const port = Number(values.port);
    const entrance = { httpPort: port + 2, httpsPort: port + 3, sites };
    const installation = await Installation.open({ ports: [port, port + 1], publicPort: entrance.httpsPort });
    closers.add(() => installation.close());
    const { folder, ports } = installation;
    await makeCertificate(join(folder, 'tls'), sites);
    for (const start of proxies) {
      const proxy = await start({ ...entrance, folder, upstream: ports });
      outcomes.part(`Two processes behind ${proxy.name}`);
      await checkThrough(outcomes, entrance);
      await proxy.stop();
      await checkForwarded(outcomes, entrance, (upstream) =>
        start({ ...entrance, folder, upstream: [upstream, upstream] }),
      );
    }
    if (parts.includes('restart')) {
      const proxy = await startNginx({ ...entrance, folder, upstream: ports });
      closers.add(() => proxy.stop());
      outcomes.part('Each process is restarted under load, behind nginx');
      await restartUnderLoad(outcomes, installation, { ...entrance, requests: Number(values.requests) });
    }
  }
  console.log(`\n${outcomes}`);
  await closers.close();
  process.exitCode = outcomes.failed === 0 ? 0 : 1;
});
