import { routes } from '#routes.ts';
import { Toggle } from '#ui/Toggle.tsx';

interface Props {
  trackId: number;
  isOn: boolean;
  /** with a name: a small button in a list, where several stand; without: the page's own */
  name?: string;
}

/** Keeps a track to play later, or lets it go. */
export function PlayLaterToggle({ trackId, isOn, name }: Props) {
  return (
    <Toggle
      toggle={`later-${trackId}`}
      action={routes.togglePlayLater(trackId)}
      method="PUT"
      isOn={isOn}
      icon={['later', 'laterOn']}
      label={name === undefined ? 'Play later' : `Play later: ${name}`}
      quiet={name !== undefined}
      field="forceAdd"
      said={['Track added to Play Later list!', 'Track removed from Play Later list!']}
    />
  );
}
