import { z } from 'zod';
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
    path: async (origin) => routes.trackShow((await newestTrack(origin)).TrackId),
  },
  {
    name: 'user',
    file: 'usershow/[id].astro',
    reads: true,
    path: async (origin) => routes.userShow((await newestTrack(origin)).Uploader.UserId),
  },
  {
    name: 'pack',
    file: 'trackpackshow/[id].astro',
    reads: true,
    path: async (origin) => routes.trackPackShow(await newestPack(origin)),
  },
  { name: 'about', file: 'about.astro', reads: true, path: () => routes.about() },
  { name: 'editions', file: 'editions.astro', reads: true, path: () => routes.editions() },
  { name: 'login', file: 'login.astro', reads: true, path: () => routes.login() },
  { name: 'register', file: 'register.astro', reads: true, path: () => routes.register() },
  { name: 'forgot', file: 'account/forgot.astro', reads: true, path: () => routes.forgotPassword() },
  { name: 'reset', file: 'account/reset.astro', reads: true, path: () => routes.resetPassword('unknown') },
  {
    name: 'confirm',
    file: 'account/confirm.astro',
    reads: true,
    path: () => routes.accountConfirm('unknown'),
  },
  { name: 'signed-in', file: 'account/signedin.astro', needs: 'account', path: () => routes.signedIn() },
  { name: 'account', file: 'account/index.astro', needs: 'account', path: () => routes.account() },
  {
    name: 'password',
    file: 'account/password.astro',
    needs: 'account',
    path: () => routes.accountPassword(),
  },
  { name: 'upload', file: 'trackupload.astro', needs: 'account', path: () => routes.trackUpload() },
  { name: 'track search', file: 'tracksearch/[...kind].astro', path: () => routes.trackSearch() },
  {
    name: 'track tiles',
    file: 'tracksearch/[...kind].astro',
    path: () => `${routes.trackSearch()}?view=tiles`,
  },
  {
    name: 'my tracks',
    file: 'tracksearch/[...kind].astro',
    needs: 'account',
    path: () => `${routes.trackSearch()}/mytracks`,
  },
  { name: 'beta tracks', file: 'trackbeta.astro', path: () => routes.trackBeta() },
  { name: 'pack search', file: 'trackpacksearch/[...kind].astro', path: () => routes.packSearch() },
  { name: 'user search', file: 'usersearch.astro', path: () => routes.userSearch() },
  { name: 'video search', file: 'videosearch.astro', path: () => routes.videoSearch() },
  { name: 'news', file: 'news.astro', path: () => routes.news() },
  { name: 'leaderboards', file: 'leaderboards.astro', path: () => routes.leaderboards() },
  { name: 'crew', file: 'crew.astro', reads: true, path: () => routes.crew() },
  { name: 'lost', file: '404.astro', reads: true, status: 404, path: () => '/no-such-page' },
  { name: 'broken', file: '500.astro', reads: true, status: 500, path: () => '/500' },
];

const Newest = z.object({
  Results: z.tuple([z.object({ TrackId: z.number(), Uploader: z.object({ UserId: z.number() }) })]),
});

/** The newest track of an edition: the demo community has planted some. */
export async function newestTrack(origin: string) {
  const query = new URLSearchParams({ count: '1', fields: 'TrackId,Uploader.UserId' });
  const answer = await new Script(origin).send(`${routes.apiTracks()}?${query}`);
  return Newest.parse(JSON.parse(answer.text)).Results[0];
}

const NewestPack = z.object({ Results: z.tuple([z.object({ PackId: z.number() })]) });

/** The newest pack of an edition: the demo community has put some together. */
async function newestPack(origin: string): Promise<number> {
  const answer = await new Script(origin).send('/api/trackpacks?count=1&fields=PackId');
  return NewestPack.parse(JSON.parse(answer.text)).Results[0].PackId;
}
