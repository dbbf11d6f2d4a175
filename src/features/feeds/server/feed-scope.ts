import type { Ctx } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { visitor } from '#platform/viewer.ts';
import { type FeedAuthor, tagUri } from '../atom.ts';

/** What entries are written with: a visitor's context, and the origin of all links. */
export interface FeedScope {
  /** of a visitor, for every viewer: feeds are stored by shared caches */
  readonly ctx: Ctx;
  readonly origin: string;
}

export const feedScope = (ctx: Ctx, { origin }: Pick<HttpRequest, 'origin'>): FeedScope => ({
  ctx: { ...ctx, viewer: visitor },
  origin,
});

/** The id of something of this edition, as `track/5`. */
export const idOf = ({ ctx }: FeedScope, specific: string): string => tagUri(ctx.site.host, specific);

/** An instant as lists write it, which is UTC. */
export const instantOf = (text: string): Date => new Date(`${text}Z`);

export const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** Names may be empty once characters are removed, but XML needs one. */
export const authorOf = ({ name, uri }: FeedAuthor): FeedAuthor => ({ name: name.trim() || 'Unknown', uri });
