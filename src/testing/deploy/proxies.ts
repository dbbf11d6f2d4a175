import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '#sites/schema.ts';
import { example } from './guide.ts';

export interface RunningProxy {
  readonly name: string;
  stop(): Promise<void>;
}

interface Places {
  /** for its files and logs */
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** the processes behind it: ports of this machine, or addresses with ports */
  readonly upstream: readonly (number | string)[];
}

export const hostOf = ({ code }: Pick<Site, 'code'>): string => `${code}.example.org`;

/** An example with these processes in place of the two of the guide. */
function withUpstream(text: string, upstream: readonly (number | string)[]): string {
  const [first = '', ...others] = upstream.map((place) =>
    typeof place === 'number' ? `127.0.0.1:${place}` : place,
  );
  return text
    .replaceAll('127.0.0.1:4321', first)
    .replaceAll(/^.*127\.0\.0\.1:4322.*\n/gm, (line) =>
      others.map((other) => line.replaceAll('127.0.0.1:4322', other)).join(''),
    );
}

/** A certificate for every edition, as the guide makes it until there is a real one. */
export async function makeCertificate(folder: string, sites: readonly Site[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = sites.map((site) => `DNS:${hostOf(site)}`).join(',');
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=example.org -addext'.split(
        ' ',
      ),
      ...[
        `subjectAltName=${names}`,
        '-keyout',
        join(folder, 'privkey.pem'),
        '-out',
        join(folder, 'fullchain.pem'),
      ],
    ],
    { stdio: 'ignore' },
  );
}

/** nginx with the file of the guide, in which only ports and folders are others. */
export async function startNginx({ folder, httpPort, httpsPort, upstream }: Places): Promise<RunningProxy> {
  await mkdir(join(folder, 'nginx'), { recursive: true });
  const site = withUpstream(example('nginx.conf'), upstream)
    .replaceAll('/etc/paddock/tls', join(folder, 'tls'))
    .replaceAll(/(listen (?:\[::\]:)?)80\b/g, `$1${httpPort}`)
    .replaceAll(/(listen (?:\[::\]:)?)443\b/g, `$1${httpsPort}`);
  const main = join(folder, 'nginx', 'main.conf');
  await writeFile(join(folder, 'nginx', 'paddock.conf'), site);
  // what Debian's own file sets, as far as it matters here
  await writeFile(
    main,
    `pid ${folder}/nginx/pid; error_log ${folder}/nginx/error.log; worker_processes auto;
events { worker_connections 768; }
http { access_log off; sendfile on; include ${folder}/nginx/paddock.conf;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/nginx/${kind};`).join(' ')} }\n`,
  );
  execFileSync('nginx', ['-t', '-q', '-c', main]);
  return started('nginx', ['-c', main, '-g', 'daemon off;'], httpsPort);
}

/** Caddy likewise, with a certificate of its own authority. */
export async function startCaddy({ folder, httpPort, httpsPort, upstream }: Places): Promise<RunningProxy> {
  await mkdir(join(folder, 'caddy'), { recursive: true });
  const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n`;
  const file = join(folder, 'caddy', 'Caddyfile');
  await writeFile(file, options + withUpstream(example('Caddyfile'), upstream));
  const env = {
    ...process.env,
    XDG_DATA_HOME: join(folder, 'caddy'),
    XDG_CONFIG_HOME: join(folder, 'caddy'),
  };
  execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' });
  const proxy = await started('caddy', ['run', '--adapter', 'caddyfile', '--config', file], httpsPort, env);
  await sleep(5000); // until it has asked /readyz, and has its certificates
  return proxy;
}

/** Waits until it listens. Another program on its port would otherwise be taken for it. */
async function started(name: string, args: string[], port: number, env = process.env): Promise<RunningProxy> {
  if (await accepts(port)) throw new Error(`Port ${port} is in use by another program.`);
  const child = spawn(name, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000);
  });
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error(`${name} does not listen:\n${log}`);
    await sleep(100);
  }
  return {
    name,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
