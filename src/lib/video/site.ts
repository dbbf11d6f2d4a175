import { z } from 'zod';

const httpsOrigin = z
  .url({ protocol: /^https$/ })
  .refine((text) => new URL(text).origin === text, 'must be an origin such as https://player.example');
const httpsUrl = z.url({ protocol: /^https$/ });

/** The external site whose videos are posted: the one place that names it. */
export const VideoSite = z.strictObject({
  /** shown to users */
  name: z.string().min(1).max(40),
  /** what an id looks like, as a regular expression for the whole of it */
  id: z.string().refine(isPattern, 'must be a regular expression'),
  /**
   * Addresses of a video without their scheme, with {id} as the last part of the path or as the value of a parameter. The first
   * is the one that we link to.
   */
  addresses: z
    .array(z.string().regex(/^[a-z0-9.-]+\/[^\s?#]*(\{id\}|\?[a-z]+=\{id\})$/i, 'must end with {id}'))
    .min(1),
  /** the parameter with the start, in seconds */
  startParameter: z.string().regex(/^[a-z]+$/),
  /** describes a video as JSON: https://oembed.com */
  oembed: httpsUrl,
  /** hosts that its pictures may come from */
  pictureHosts: z.array(z.string().regex(/^[a-z0-9.-]+$/)),
  /** origin of the player, the only one that pages with videos may frame */
  playerOrigin: httpsOrigin,
  /** path of the player, with {id} */
  playerPath: z.string().regex(/^\/[^\s?#]*\{id\}$/),
  /** the player's parameter with the start, in seconds */
  playerStart: z.string().regex(/^[a-z]+$/),
});
export type VideoSite = z.output<typeof VideoSite>;

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Used unless the operator configures another one; its player sets no cookies before it plays. */
export const usualVideoSite: VideoSite = {
  name: 'YouTube',
  id: '[A-Za-z0-9_-]{11}',
  addresses: [
    'www.youtube.com/watch?v={id}',
    'youtube.com/watch?v={id}',
    'm.youtube.com/watch?v={id}',
    'music.youtube.com/watch?v={id}',
    'youtu.be/{id}',
    ...['www.youtube.com', 'youtube.com', 'm.youtube.com', 'www.youtube-nocookie.com'].flatMap((host) =>
      ['embed', 'shorts', 'live', 'v'].map((part) => `${host}/${part}/{id}`),
    ),
  ],
  startParameter: 't',
  oembed: 'https://www.youtube.com/oembed',
  pictureHosts: ['i.ytimg.com'],
  playerOrigin: 'https://www.youtube-nocookie.com',
  playerPath: '/embed/{id}',
  playerStart: 'start',
};
