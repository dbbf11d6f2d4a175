import { z } from 'zod';
import { watchAddress } from '#lib/video/address.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { RemoteRefusal } from '#platform/remote/remote.ts';
import { cutLine, maxAuthorCharacters, videoTitleLength } from '../model.ts';

/** The video site's description of a video, cut to our limits. It does not contain the length. */
export interface DescribedVideo {
  readonly title: string;
  readonly author: string;
  /** on the video site; null: none that we may request */
  readonly pictureAddress: string | null;
}

/** Why there is no description: a sentence that says to enter it by hand. */
export interface UndescribedVideo {
  readonly reason: string;
  /** whether another attempt may succeed */
  readonly isTemporary: boolean;
}

export const descriptionLimits = { maxBytes: 64 * 1024, timeoutMs: 5_000 } as const;

/** The fields of an oEmbed response that we use; everything in it is foreign. */
const Described = z.object({
  title: z.string().transform((title) => cutLine(title, videoTitleLength.most)),
  author_name: z
    .string()
    .optional()
    .transform((author) => cutLine(author ?? '', maxAuthorCharacters)),
  thumbnail_url: z.string().max(2000).optional().catch(undefined),
});

/** Describes a video with the oEmbed of the configured site. `linkId` has the form of its ids. */
export async function describeVideo(ctx: Ctx, linkId: string): Promise<DescribedVideo | UndescribedVideo> {
  const { videoSite } = ctx.settings;
  const address = new URL(videoSite.oembed);
  address.searchParams.set('url', watchAddress(videoSite, linkId));
  address.searchParams.set('format', 'json');
  try {
    const file = await ctx.remote.get(address.href, {
      ...descriptionLimits,
      hosts: [address.hostname],
      accept: ['application/json'],
    });
    const described = Described.safeParse(jsonIn(file.bytes));
    if (!described.success || described.data.title === '') return unusable(videoSite.name);
    const { title, author_name: author, thumbnail_url: picture } = described.data;
    return { title, author, pictureAddress: pictureOf(videoSite.pictureHosts, picture) };
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error;
    const isUnknown = error.kind === 'missing' || (error.kind === 'status' && !error.isTemporary);
    return isUnknown
      ? { reason: `${videoSite.name} won’t show us this video. ${enterYourself}`, isTemporary: false }
      : {
          reason: `We can’t reach ${videoSite.name} right now. ${enterYourself}`,
          isTemporary: error.isTemporary,
        };
  }
}

const enterYourself = 'Enter the title and author.';
const unusable = (name: string): UndescribedVideo => ({
  reason: `${name} gave no details for this video. ${enterYourself}`,
  isTemporary: false,
});

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** The address of a picture if it is on a host for pictures and encrypted; anything else is not requested. */
function pictureOf(hosts: readonly string[], text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' && hosts.includes(url.hostname) ? url.href : null;
}

/** The same for a user: each description is a request to another host, so their number is limited. */
export async function describeForViewer(
  ctx: Ctx,
  linkId: string,
): Promise<DescribedVideo | UndescribedVideo> {
  try {
    await ctx.limits.consume('video-lookup', { subject: `account ${ctx.viewer.accountId}` });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { reason: `${error.body.detail} ${enterYourself}`, isTemporary: true };
  }
  return describeVideo(ctx, linkId);
}
