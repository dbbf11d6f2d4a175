import { standInPicture } from '#features/tracks/pictures/stand-in.ts';
import { routes } from '#routes/routes.ts';

interface Props {
  readonly pack: {
    readonly PackId: number;
    readonly Image: string | null;
    readonly FirstTracks: readonly number[];
    readonly Environments: readonly number[];
  };
}

/** The picture of a pack: its own, otherwise those of its first tracks as a mosaic. */
export function PackPicture({ pack: { PackId, Image, FirstTracks, Environments } }: Props) {
  const tracks = FirstTracks.length < 4 ? FirstTracks.slice(0, 1) : FirstTracks;
  const pictures = Image
    ? [Image]
    : tracks.length > 0
      ? tracks.map((id) => routes.trackCover(id, 320))
      : [standInPicture(PackId, Environments[0] ?? 0)];
  return (
    <div className={pictures.length > 1 ? 'packpic packpic--four' : 'packpic'}>
      {pictures.map((src) => (
        <img key={src} src={src} alt="" width="320" height="200" loading="lazy" decoding="async" />
      ))}
    </div>
  );
}
