import { userLists } from '#features/users/page/page-data.ts';
import { routes } from '#routes/routes.ts';
import { pages } from './pages.ts';

/** What users wrote before they were blocked, or left. */
export interface Wrote {
  /** a word in each searchable text */
  readonly hook: string;
  /** of the reader, with comments of the users */
  readonly hostTrack: number;
  readonly hostThread: number;
  readonly ownTrack: number;
  readonly thread: number;
  readonly post: number;
  readonly comment: number;
  readonly newsId: number;
  readonly pack: number;
  readonly conversation: number;
  readonly people: readonly number[];
}

type Addresses = Readonly<Record<string, string>>;

/** Pages with special addresses for what the users wrote, by their file. */
const own: Readonly<Record<string, (made: Wrote) => Addresses>> = {
  'trackshow/[id].astro': ({ hostTrack, ownTrack }) => ({
    track: routes.trackShow(hostTrack),
    'own track': routes.trackShow(ownTrack),
  }),
  'trackreplayshow/[id].astro': ({ ownTrack }) => ({
    'history of own track': routes.trackReplayShow(ownTrack),
  }),
  'threadshow/[id].astro': ({ hostThread, thread }) => ({
    thread: routes.threadShow(hostThread),
    'own thread': routes.threadShow(thread),
  }),
  'postreply/[threadId].astro': ({ hostThread, post }) => ({
    'reply with a quote': routes.postReply(hostThread, { quote: post }),
  }),
  'commentupdate/[trackId]/[kind]/[commentId].astro': ({ hostTrack, comment }) => ({
    'reply to a comment': routes.commentUpdate(hostTrack, 'comment', 0, { replyTo: comment }),
  }),
  'newsshow/[id].astro': ({ newsId }) => ({ 'news post': routes.newsShow(newsId) }),
  'trackpackshow/[id].astro': ({ pack }) => ({ pack: routes.trackPackShow(pack) }),
  'messages/[id].astro': ({ conversation }) => ({ conversation: routes.conversation(conversation) }),
  'messages/search.astro': ({ hook }) => ({ 'search in messages': routes.messageSearch(hook) }),
  'forumsshow.astro': ({ hook }) => ({
    'search of the forum': routes.forumSearch(hook),
    board: routes.forums(2),
  }),
  'usershow/[id].astro': ({ people }) =>
    Object.fromEntries(
      people.flatMap((UserId, at) => [
        [at === 0 ? 'user' : `user ${at}`, routes.userShow(UserId)],
        ...userLists.map(({ show }) => [`${show} of user ${at}`, routes.userTab({ UserId }, show)]),
      ]),
    ),
};

/** The addresses of every page, by name: those of what the users wrote, and the others as they are. */
export async function everyPage(origin: string, made: Wrote): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  for (const { name, file, path } of pages) if (!(file in own)) addresses.set(name, await path(origin));
  addresses.set('forum', routes.forums());
  for (const [file, of] of Object.entries(own)) {
    if (!pages.some((page) => page.file === file)) throw new Error(`${file} is no page.`);
    for (const [name, path] of Object.entries(of(made))) addresses.set(name, path);
  }
  return addresses;
}
