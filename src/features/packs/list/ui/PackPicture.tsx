import { standInPicture } from '#features/tracks/pictures/stand-in.ts';
import { routes } from '#routes/routes.ts';

interface Props {
  readonly pack: {
    readonly PackId: number;
    readonly Image: string | null;
    readonly FirstTracks: readonly number[];
    readonly Environments: readonly number[];
  };
  /** at the top of its page, where it is not loaded lazily */
  readonly isHead?: boolean;
}

/** The picture of a pack: its own, otherwise those of its first tracks as a mosaic. */
export function PackPicture({ pack: { PackId, Image, FirstTracks, Environments }, isHead = false }: Props) {
  const width = isHead ? 640 : 320;
  const tracks = FirstTracks.length < 4 ? FirstTracks.slice(0, 1) : FirstTracks;
  const pictures = Image
    ? [`${Image}?w=${width}`]
    : tracks.length > 0
      ? tracks.map((id) => routes.trackCover(id, tracks.length > 1 ? 320 : width))
      : [standInPicture(PackId, Environments[0] ?? 0)];
  return (
    <div className={pictures.length > 1 ? 'packpic packpic--four' : 'packpic'}>
      {pictures.map((src) => (
        <img
          key={src}
          src={src}
          alt=""
          width={width}
          height={(width * 5) / 8}
          loading={isHead ? 'eager' : 'lazy'}
          decoding="async"
        />
      ))}
    </div>
  );
}
