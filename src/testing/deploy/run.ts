import '#scripts/production.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Closers, runCommand } from '#scripts/run-command.ts';
import { allSites } from '#sites/all.ts';
import { checkFailover } from './cluster/failover.ts';
import { checkCopied } from './copied.ts';
import { followGuide } from './evening/follow-guide.ts';
import { checkOthers, checkUnit } from './files.ts';
import { Installation } from './installation.ts';
import { checkMoved } from './moved.ts';
import { Outcomes } from './outcomes.ts';
import { installPackages } from './packages.ts';
import { checkPointInTime } from './point-in-time.ts';
import { checkPooler } from './pooler.ts';
import { makeCertificate, startCaddy, startNginx } from './proxies.ts';
import { restartUnderLoad } from './restart-under-load.ts';
import { checkRestored } from './restored.ts';
import { checkForwarded, checkThrough } from './through-proxy.ts';
import { checkAlerts } from './watching.ts';

const usage = `Usage: npm run test:deploy [-- --only unit,nginx,caddy,restart,backup,files,pooler,failover,mirror]
Tries the files of src/deploy/ with Debian's packages, which it installs if it may.
  --requests 100000              how many the restarts are shown with
  --port 4850                    the first of the ports used
  --data DIR                     backs up or mirrors a copy of these data instead of a new demo
  --kills 10                     how often the mirror is killed
  --tracks 2000 --replays 10000  adds so many to the site that is mirrored
  --evening [--suite trixie] [--root DIR] [--mirror ADDRESS]
                                 follows the guide in an empty Debian instead, of this suite and from this mirror, and keeps it in DIR`;

await runCommand(usage, async (closers: Closers) => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'unit,nginx,caddy,restart,backup,files,pooler,failover,mirror' },
      requests: { type: 'string', default: '3000' },
      port: { type: 'string', default: '4850' },
      evening: { type: 'boolean', default: false },
      suite: { type: 'string', default: 'bookworm' },
      mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
      root: { type: 'string' },
      data: { type: 'string' },
      kills: { type: 'string', default: '10' },
      tracks: { type: 'string', default: '0' },
      replays: { type: 'string', default: '0' },
    },
  });
  const parts = values.evening ? ['evening'] : values.only.split(',');
  const outcomes = new Outcomes();
  if (parts.some((part) => part !== 'mirror')) installPackages(outcomes);
  if (parts.includes('evening')) {
    const { suite, mirror } = values;
    const root = values.root ?? (await mkdtemp(join(tmpdir(), 'paddock-evening-')));
    if (values.root === undefined) closers.add(() => rm(root, { recursive: true }));
    await followGuide(outcomes, { root, suite, mirror, requests: Number(values.requests) });
  }
  if (parts.includes('unit')) {
    outcomes.part('Files');
    await checkUnit(outcomes);
    checkOthers(outcomes);
    checkAlerts(outcomes);
  }
  if (parts.includes('pooler')) await checkPooler(outcomes, Number(values.port) + 9);
  if (parts.includes('failover')) await checkFailover(outcomes, closers, Number(values.port) + 8);
  if (parts.includes('files')) await checkMoved(outcomes, Number(values.port) + 10);
  if (parts.includes('mirror')) {
    const { kills, port, data, tracks, replays } = values;
    await checkCopied(outcomes, {
      kills: Number(kills),
      port: Number(port) + 11,
      data,
      community: { tracks: Number(tracks), replays: Number(replays) },
    });
  }
  if (parts.includes('backup')) {
    await checkPointInTime(outcomes);
    await checkRestored(outcomes, values.data);
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
      closers.add(() => proxy.stop());
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
