import { createServer } from 'node:http';
import { tracksForm } from '#features/tracks/upload/server/upload.ts';
import { bytesInWords } from '#platform/files/limits.ts';
import { forwardedHeaders } from '#platform/http/address.ts';
import { routes } from '#routes/routes.ts';
import { listen } from '#server/listen.ts';
import type { Site } from '#sites/schema.ts';
import { send } from '#testing/browser/tools/http.ts';
import { register } from '#testing/browser/tools/people.ts';
import { trackFile } from '#testing/browser/tools/track-file.ts';
import { ask } from '#testing/http.ts';
import type { Outcomes } from './outcomes.ts';
import { hostOf, type RunningProxy } from './proxies.ts';

interface Entrance {
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly sites: readonly Site[];
}

const html = { accept: 'text/html' };

/** What a visitor gets through the proxy. */
export async function checkThrough(
  outcomes: Outcomes,
  { httpPort, httpsPort, sites }: Entrance,
): Promise<void> {
  const originOf = (site: Site) => `https://${hostOf(site)}:${httpsPort}`;
  for (const site of sites) {
    const { status, text, headers } = await send(originOf(site), '/', { headers: html });
    const isIts = status === 200 && text.includes(site.name);
    outcomes.check(`${hostOf(site)} answers over TLS with its own edition`, isIts, String(status));
    outcomes.check('  and with HSTS', headers['strict-transport-security'] !== undefined);
  }
  const [first, second] = sites;
  if (!first || !second) throw new Error('There are fewer than two editions.');
  const forged = { ...html, 'x-forwarded-host': hostOf(second), 'x-forwarded-proto': 'http' };
  const { text } = await send(originOf(first), '/about', { headers: forged });
  outcomes.check(
    'a forged X-Forwarded-Host does not choose the edition',
    !text.includes(`<title>${second.name}`),
  );
  const unknown = await send(`https://unknown.example.org:${httpsPort}`, '/').then(
    ({ status }) => status,
    () => 'no TLS',
  );
  outcomes.check('another name gets no edition', unknown !== 200, String(unknown));

  const plain = (path: string, method = 'GET') => ask(httpPort, path, { host: hostOf(first), method });
  const page = await plain('/tracksearch?a=1');
  const target = `https://${hostOf(first)}/tracksearch?a=1`;
  outcomes.check(
    'http leads to https',
    page.status === 301 && page.headers.location === target,
    page.headers.location,
  );
  const inGame = await plain('/maniacode/track?id=1');
  outcomes.check('the games read their documents by http', inGame.status === 200, String(inGame.status));
  outcomes.check('http is refused for tools', (await plain('/api/tracks')).status === 403);
  outcomes.check('http is refused for forms', (await plain('/login', 'POST')).status === 403);

  await checkUploads(outcomes, originOf(first), first);
}

/** Files of nearly the largest size, so that a form reaches its limit without more entries than it may have. */
async function checkUploads(outcomes: Outcomes, origin: string, site: Site): Promise<void> {
  const { script } = await register(origin);
  const trackId = await script.upload(trackFile(site, 'Through it'), { TrackName: 'Through it' });
  outcomes.check('a track is uploaded', trackId > 0);
  const { RequestVerificationToken: token } = await script.viewer();
  const post = (bytes: number) => script.submit(routes.trackUpload(), formOf(token, bytes));
  const largest = await post(tracksForm.formBytes);
  outcomes.check(
    'a form of the largest size reaches the application, which reads it',
    largest.status < 500 && !largest.text.includes('The form is larger'),
    `${largest.status} ${largest.text.slice(0, 200)}`,
  );
  const larger = await post(tracksForm.formBytes + 2 ** 20);
  const sentence = `The form is larger than ${bytesInWords(tracksForm.formBytes)}`;
  outcomes.check(
    'a larger form gets the sentence of the application',
    larger.status === 413 && larger.text.includes(sentence),
    `${larger.status} ${larger.text.slice(0, 200)}`,
  );
}

/** A form of at most so many bytes, and hardly fewer. */
function formOf(token: string, bytes: number): FormData {
  const form = new FormData();
  form.set('__RequestVerificationToken', token);
  const each = tracksForm.fileBytes - 1;
  const frame = 64 * 1024; // of all parts
  for (let rest = bytes - frame, at = 0; rest > 0; rest -= each, at++)
    form.set(
      `TrackEntries[${at}].ScreenshotFile`,
      new Blob([new Uint8Array(Math.min(each, rest))]),
      'scene.png',
    );
  return form;
}

/** What the application would see of a request whose sender forges every header that it trusts. */
export async function checkForwarded(
  outcomes: Outcomes,
  { httpsPort, sites: [site] }: Entrance,
  open: (upstream: number) => Promise<RunningProxy>,
): Promise<void> {
  if (!site) throw new Error('There is no edition.');
  const echo = createServer(({ headers }, response) => {
    response.end(JSON.stringify(forwardedHeaders.map((name) => headers[name])));
  });
  const proxy = await open(await listen(echo, 0, '127.0.0.1'));
  const forged = Object.fromEntries(forwardedHeaders.map((name) => [name, 'forged.example.org']));
  const { text } = await send(`https://${hostOf(site)}:${httpsPort}`, '/', { headers: forged });
  const expected = JSON.stringify(['127.0.0.1', 'https', hostOf(site)]);
  outcomes.check(`${proxy.name} replaces ${forwardedHeaders.join(', ')}`, text === expected, text);
  await proxy.stop();
  echo.close();
}
