import { routes } from '#routes/routes.ts';
import { newest, type SmokePage } from './smoke-page.ts';

/** The pages of single news posts, and those on which news and videos are written. */
export const newsAndVideoPages: readonly SmokePage[] = [
  {
    name: 'news post',
    file: 'newsshow/[id].astro',
    shows: 'news: see news/server/news.dbtest.ts',
    reads: true,
    path: async (origin) => routes.newsShow(await newest(origin, routes.apiNews(), 'NewsId')),
  },
  {
    name: 'write news',
    file: 'newscreate/index.astro',
    shows: 'news: moderators only',
    needs: 'moderator',
    path: () => routes.newsCreate(),
  },
  {
    name: 'edit news',
    file: 'newscreate/[newsId].astro',
    shows: 'news: see news/server/news.dbtest.ts',
    needs: 'moderator',
    path: async (origin) => routes.newsEdit(await newest(origin, routes.apiNews(), 'NewsId')),
  },
  {
    name: 'delete news',
    file: 'newsdelete/[newsId].astro',
    shows: 'news: moderators only',
    needs: 'moderator',
    path: async (origin) => routes.newsDelete(await newest(origin, routes.apiNews(), 'NewsId')),
  },
  {
    name: 'post a video',
    file: 'postvideo.astro',
    shows: 'videos that are yet to be',
    needs: 'account',
    path: () => routes.postVideo(),
  },
  {
    name: 'edit a video',
    file: 'videoedit/[videoId].astro',
    shows: 'videos',
    needs: 'moderator',
    path: async (origin) => routes.videoEdit(await newest(origin, routes.apiVideos(), 'VideoId')),
  },
  {
    name: 'add tracks to a video',
    file: 'videolink/[videoId].astro',
    shows: 'videos',
    needs: 'account',
    path: async (origin) => routes.videoLink(await newest(origin, routes.apiVideos(), 'VideoId')),
  },
  {
    name: 'remove a video',
    file: 'videodelete/[videoId].astro',
    shows: 'videos',
    needs: 'moderator',
    path: async (origin) => routes.videoDelete(await newest(origin, routes.apiVideos(), 'VideoId')),
  },
];
