import { execFile, execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { TOTP } from 'otpauth';
import { openDb } from '#db/client.ts';
import { routes } from '#routes/routes.ts';
import { allSites } from '#sites/all.ts';
import { send } from '#testing/browser/tools/http.ts';
import { newPerson, Script } from '#testing/browser/tools/people.ts';
import { trackFile } from '#testing/browser/tools/track-file.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { Outcomes } from '../outcomes.ts';
import { hostOf } from '../proxies.ts';
import { restartUnderLoad } from '../restart-under-load.ts';
import { mailPort } from './follow-guide.ts';

// Started inside the network of the machine, with the words that enter it: does what the guide asks a person to do. Its exit code says whether
// everything was as it should be.

const entering = JSON.parse(process.argv[2] ?? '[]') as string[]; // of follow-guide.ts
const requests = Number(process.argv[3]);
const outcomes = new Outcomes();
const said = (rule: string, holds: boolean, seen = '') => outcomes.check(rule, holds, seen);
/** While other requests go on. */
const run = (...words: string[]) => {
  const [command = '', ...args] = [...entering, ...words];
  return promisify(execFile)(command, args);
};
const inside = (...words: string[]) => {
  const [command = '', ...args] = [...entering, ...words];
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
};

const sites = await allSites();
const mails = await startMailServer({}, mailPort);
for (const site of sites) {
  const { status, text } = await send(`https://${hostOf(site)}`, '/', { headers: { accept: 'text/html' } });
  said(
    `https://${hostOf(site)} shows ${site.name}`,
    status === 200 && text.includes(site.name),
    String(status),
  );
}
const [site] = sites;
if (!site) throw new Error('There is no edition.');
const script = new Script(`https://${hostOf(site)}`);
const person = newPerson();
const registered = await script.post(routes.register(), {
  Name: person.name,
  Email: person.email,
  Password: person.password,
});
said('somebody registers', registered.status < 400, registered.text);
for (let tries = 0; mails.received.length === 0 && tries < 100; tries++) await sleep(200);
const [mail] = mails.received;
said('the mail server gets a mail', mail?.to === person.email);
// quoted-printable
const letter = (mail?.text ?? '').replace(/=\n/g, '').replaceAll('=3D', '=');
const [link = ''] = new RegExp(`https://${hostOf(site)}/[^\\s"<>]*`).exec(letter) ?? [];
const page = await script.page(link.slice(`https://${hostOf(site)}`.length) || '/', 299);
said('its link leads to a page', link !== '' && page.length > 0, letter);
const granted = inside('paddock', 'admin', 'grant', person.name, 'admin');
said('paddock admin grant makes an administrator', granted.includes('is now Administrator'), granted);
said('whose role has no effect yet', ((await script.viewer()).User?.Level ?? 6) < 4);
const started = await script.post(routes.accountAppStart(), {});
const account = await script.page(routes.accountApp());
const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(account) ?? [];
said('a code app is set up', started.status < 400 && secret !== '', started.text);
const confirmed = await script.post(routes.accountApp(), { Code: new TOTP({ secret }).generate() });
said('its code is confirmed', confirmed.status < 400, confirmed.text);
const level = (await script.viewer()).User?.Level;
said('the role has its effect: the account administrates', level === 6, `level ${level}`);
said(
  'a track is uploaded',
  (await script.upload(trackFile(site, 'First of many'), { TrackName: 'First of many' })) > 0,
);

outcomes.part('Each process is restarted by systemctl under load');
const [, databaseUrl = ''] = /^DATABASE_URL='(.+)'$/m.exec(inside('cat', '/etc/paddock/paddock.env')) ?? [];
await restartUnderLoad(
  outcomes,
  {
    ports: [4321, 4322],
    async stop(port) {
      await run('systemctl', 'stop', `paddock@${port}`);
      return Number(inside('systemctl', 'show', '-p', 'ExecMainStatus', '--value', `paddock@${port}`));
    },
    async start(port) {
      await run('systemctl', 'start', `paddock@${port}`);
    },
    database: () => openDb(databaseUrl, { max: 1, applicationName: 'paddock test:deploy' }),
  },
  { httpsPort: 443, sites, requests },
);
mails.close();
process.exit(outcomes.failed === 0 ? 0 : 1);
