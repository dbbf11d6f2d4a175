import { demoPassword } from '#demo/demo-accounts.ts';
import { tokenField } from '#platform/anti-forgery.ts';
import { routes } from '#routes/routes.ts';
import { type Fetched, fetchText } from './fetch-text.ts';

/** A page that is measured on every edition. */
interface MeasuredPage {
  /** how much script it may load: a page that is read, a list that is searched, or an upload */
  readonly kind: 'reading' | 'search' | 'upload';
  /** only for users, or not for search engines: the score for search engines says nothing about it */
  readonly isPersonal?: true;
  readonly path: (found: Found) => string;
}

/** What the demo community of an edition has. */
interface Found {
  readonly trackId: number;
  readonly drivenId: number;
  readonly userId: number;
  readonly packId: number;
  readonly ownPackId: number;
  readonly threadId: number;
}

/** Twelve pages: those that are visited most, and those with the largest interactive parts. */
export const measuredPages = {
  home: { kind: 'reading', path: () => routes.home() },
  search: { kind: 'search', path: () => routes.trackSearch() },
  tiles: { kind: 'search', path: () => `${routes.trackSearch()}?view=tiles` },
  track: { kind: 'reading', path: ({ trackId }) => routes.trackShow(trackId) },
  viewer: { kind: 'upload', isPersonal: true, path: ({ drivenId }) => routes.replayView(drivenId) },
  user: { kind: 'reading', path: ({ userId }) => routes.userShow(userId) },
  pack: { kind: 'reading', path: ({ packId }) => routes.trackPackShow(packId) },
  leaderboards: { kind: 'search', path: () => routes.leaderboards() },
  thread: { kind: 'reading', path: ({ threadId }) => routes.threadShow(threadId) },
  register: { kind: 'reading', isPersonal: true, path: () => routes.register() },
  upload: { kind: 'upload', isPersonal: true, path: () => routes.trackUpload() },
  'pack manager': {
    kind: 'upload',
    isPersonal: true,
    path: ({ ownPackId }) => routes.trackPackManage(ownPackId),
  },
} as const satisfies Readonly<Record<string, MeasuredPage>>;
export type PageName = keyof typeof measuredPages;

const signedInPages: readonly PageName[] = ['upload', 'pack manager'];

/** The addresses of an edition, and the cookie for those that need a user. */
export async function findPages(origin: string, dataDir: string) {
  const cookie = await signIn(origin, 'alice', await demoPassword(dataDir));
  const idIn = async (path: string, pattern: RegExp, headers: Record<string, string> = {}) => {
    const { text } = await fetchText(origin, path, { headers });
    const id = pattern.exec(text)?.[1];
    if (id === undefined) throw new Error(`${origin}${path} has no ${pattern.source}.`);
    return Number(id);
  };
  const trackId = await idIn(routes.apiTracks('?count=1&order1=8&fields=TrackId'), /"TrackId":(\d+)/);
  const found: Found = {
    trackId,
    drivenId: await idIn(routes.apiTracks('?count=1&inhasrecord=1&fields=TrackId'), /"TrackId":(\d+)/),
    userId: await idIn(routes.apiTracks(`?id=${trackId}&fields=Uploader.UserId`), /"UserId":(\d+)/),
    packId: await idIn(`${routes.apiPacks()}?count=1&fields=PackId`, /"PackId":(\d+)/),
    ownPackId: await idIn(`${routes.apiPacks()}?count=1&creator=alice&fields=PackId`, /"PackId":(\d+)/),
    threadId: await idIn(routes.forums(), /\/threadshow\/(\d+)/),
  };
  return (name: PageName): { url: string; cookie: string | undefined } => ({
    url: `${origin}${measuredPages[name].path(found)}`,
    cookie: signedInPages.includes(name) ? cookie : undefined,
  });
}

async function signIn(origin: string, name: string, password: string): Promise<string> {
  const first = await fetchText(origin, routes.viewer(), { headers: { accept: 'application/json' } });
  const token = JSON.parse(first.text).RequestVerificationToken;
  const body = new URLSearchParams({ [tokenField]: token, Name: name, Password: password }).toString();
  const answer = await fetchText(origin, routes.login(), {
    method: 'POST',
    headers: { cookie: cookiesOf(first), accept: 'application/json', origin },
    body,
  });
  if (answer.status !== 200)
    throw new Error(`${name} cannot sign in on ${origin}: ${answer.text.slice(0, 200)}`);
  return cookiesOf(answer);
}

const cookiesOf = ({ cookies }: Fetched) => cookies.map((line) => line.split(';')[0]).join('; ');
