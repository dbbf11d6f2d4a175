import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/run.ts';
import { videoList } from './list.ts';

const listVideos = reader(videoList);
const headFields = [
  'VideoId',
  'LinkId',
  'Title',
  'Author',
  'Poster.UserId',
  'Poster.Name',
  'Poster.CustomUrl',
  'Poster.Tint',
  'Creator.UserId',
  'Creator.Name',
  'Creator.CustomUrl',
  'Creator.Tint',
  'Thumbnail',
  'Length',
  'PostedAt',
] as const;

/** The data of a video's page; null if there is none. */
export async function videoById(ctx: Ctx, videoId: number) {
  if (videoId === 0) return null;
  return (await listVideos(ctx, { fields: headFields, id: [videoId], count: 1 })).Results[0] ?? null;
}
