import { existsSync } from 'node:fs';
import { installFromDebian } from '#scripts/find-browser.ts';
import type { Outcomes } from './outcomes.ts';

/** What the examples are tried with, by one of its files. */
const packages = {
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/sbin/nft': 'nftables',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/caddy': 'caddy',
  '/usr/sbin/debootstrap': 'debootstrap',
  '/usr/bin/systemd-nspawn': 'systemd-container',
  '/usr/bin/slirp4netns': 'slirp4netns',
  '/usr/bin/promtool': 'prometheus',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/lib/postgresql': 'postgresql',
  '/usr/bin/swift-proxy-server': 'swift-proxy',
  '/usr/bin/swift-account-server': 'swift-account',
  '/usr/bin/swift-container-server': 'swift-container',
  '/usr/bin/swift-object-server': 'swift-object',
  '/usr/bin/memcached': 'memcached',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/ip': 'iproute2',
};

/** Installs what is missing, or says what is. */
export function installPackages(outcomes: Outcomes): void {
  const missing = Object.entries(packages).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  if (missing.length === 0 || installFromDebian(missing)) return;
  outcomes.check(
    `these packages of Debian are here: ${missing.join(', ')}`,
    false,
    'install them, or run this as root',
  );
}
