import { environmentById } from '#lib/codes/environment.ts';
import { fileElements, maniaCode } from '#lib/xml/maniacode.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';

/** What a play link needs. */
export interface PlayedTrack {
  readonly trackId: number;
  /** 1-based */
  readonly environment: number;
  /** the secret of an unlisted track's link, because the game has no session */
  readonly key: string | null;
}

/** These games support plain http only. */
export const plainAddress = (host: string, path: string) => `http://${host}${path}`;

/** What a game that reads ManiaCodes opens to play a track. `code`: the registered name of the document; null: its address. */
export function trackCode(
  code: string | null,
  gameSite: string,
  host: string,
  { trackId, key }: Pick<PlayedTrack, 'trackId' | 'key'>,
): string {
  const query = new URLSearchParams({ site: gameSite, id: String(trackId), ...(key && { key }) });
  return `${code ?? plainAddress(host, routes.maniaCodeTrack())}?${query}`;
}

/** The address that makes the edition's game play a track. `host` includes the port. */
export function playLink(
  { capabilities, gameSite }: Pick<Site, 'capabilities' | 'gameSite'>,
  host: string,
  { trackId, environment, key }: PlayedTrack,
): string {
  const { playLink: link } = capabilities;
  switch (link.kind) {
    case 'maniacode':
      return `tmtp:///:${trackCode(link.code, gameSite, host, { trackId, key })}`;
    case 'tmup': {
      const name = environmentById(environment)?.name ?? '';
      return `tmup://${host}${routes.trackGbx(trackId, key)}|MAP|${name}`;
    }
    default:
      return link satisfies never;
  }
}

/** A document that makes the game download, store and play a track. */
export function playDocument(of: { fileName: string; url: string }): string {
  const file = fileElements(of);
  return maniaCode(`<install_track>${file}</install_track><play_track>${file}</play_track>`);
}
