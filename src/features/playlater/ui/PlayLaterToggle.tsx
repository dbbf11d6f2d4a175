import { routes } from '#routes/routes.ts';
import { Toggle } from '#ui/Toggle.tsx';

interface Props {
  trackId: number;
  isOn: boolean;
  /** with a name: a small button in a list; without: the page's main button */
  name?: string;
}

/** Adds a track to the Play Later list or removes it. */
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
      confirmations={['Track added to Play Later list!', 'Track removed from Play Later list!']}
    />
  );
}
