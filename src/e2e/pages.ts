import { routes } from '#routes.ts';
import { Script } from './people.ts';

/** One page of the site for tests that visit them all. */
export interface SmokePage {
  readonly name: string;
  /** the file under src/pages, so that a page without an entry here is noticed */
  readonly file: string;
  readonly needs?: 'account';
  /** a page that is only read: no more JavaScript than a page needs to be read */
  readonly reads?: true;
  readonly status?: number;
  path(origin: string): string | Promise<string>;
}

export const pages: readonly SmokePage[] = [
  { name: 'home', file: 'index.astro', reads: true, path: () => routes.home() },
  {
    name: 'track',
    file: 'trackshow/[id].astro',
    reads: true,
    path: async (origin) => routes.trackShow(await newestTrack(origin)),
  },
  { name: 'login', file: 'login.astro', reads: true, path: () => routes.login() },
  { name: 'register', file: 'register.astro', reads: true, path: () => routes.register() },
  { name: 'forgot', file: 'account/forgot.astro', reads: true, path: () => routes.forgotPassword() },
  { name: 'reset', file: 'account/reset.astro', reads: true, path: () => routes.resetPassword('unknown') },
  { name: 'account', file: 'account/index.astro', needs: 'account', path: () => routes.account() },
  {
    name: 'password',
    file: 'account/password.astro',
    needs: 'account',
    path: () => routes.accountPassword(),
  },
  { name: 'upload', file: 'trackupload.astro', needs: 'account', path: () => routes.trackUpload() },
  { name: 'lost', file: '404.astro', reads: true, status: 404, path: () => '/no-such-page' },
];

/** TrackId of the newest track of an edition: the demo community has planted some. */
export async function newestTrack(origin: string): Promise<number> {
  const answer = await new Script(origin).send(`${routes.apiTracks()}?count=1&fields=TrackId`);
  const body: unknown = JSON.parse(answer.text);
  const trackId = (body as { Results?: { TrackId: number }[] }).Results?.[0]?.TrackId; // our own wire shape
  if (trackId === undefined) throw new Error(`${origin} has no track: ${answer.text}`);
  return trackId;
}
