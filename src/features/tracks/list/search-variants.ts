import type { ApiParams } from '#lib/query-language/search.ts';

/** A part of the track list with its own page: its heading and filters. */
export interface SearchVariant {
  readonly title: string;
  readonly scope: ApiParams;
  readonly needsAccount: boolean;
  /** text for an empty result, if it differs from other searches */
  readonly empty?: string;
}

const open = (title: string, scope: ApiParams): SearchVariant => ({ title, scope, needsAccount: false });
const own = (title: string, scope: ApiParams): SearchVariant => ({ title, scope, needsAccount: true });

/** The variants of /tracksearch by the rest of their path; null if there is no such page. */
export function trackVariant(kind: string | undefined, viewerId: number): SearchVariant | null {
  const me = String(viewerId);
  switch (kind) {
    case undefined:
      return open('Tracks', {});
    case 'nadeo':
      return open('Nadeo tracks', { lbtype: '2' });
    case 'featured':
      return open('Featured tracks', { infeatured: '1' });
    case 'mytracks':
      return own('My tracks', { authoruserid: me });
    case 'myreplays':
      return own('My replays', { inreplays: '1', replaysby: me });
    case 'myawards':
      return own('My awards', { awardedby: me });
    case 'mydownloads':
      return own('My downloads', { indownloads: '1' });
    case 'myplaylater':
      return { ...own('Play later', { inplaylater: '1' }), empty: 'No tracks found' };
    default: {
      const achievement = /^achievement\/([1-9]\d{0,8})$/.exec(kind)?.[1];
      return achievement ? open('Tracks with this achievement', { achievement }) : null;
    }
  }
}
