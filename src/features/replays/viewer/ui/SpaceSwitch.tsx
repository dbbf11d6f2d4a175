import type { Space } from './use-space.ts';

interface Props {
  space: Space;
  fullScreen: { readonly isOn: boolean; toggle(): void } | null;
}

/** Switches between the map and the scene. */
export const SpaceSwitch = ({ space, fullScreen }: Props) => (
  <>
    <span className="seg">
      <button
        type="button"
        className="btn"
        aria-pressed={space.view === null}
        onClick={() => space.view && space.toggle()}
      >
        Map
      </button>
      <button
        type="button"
        className="btn"
        aria-pressed={space.view !== null}
        aria-busy={space.isLoading || undefined}
        onClick={() => !space.view && space.toggle()}
      >
        3D
      </button>
    </span>
    {fullScreen && (
      <button type="button" className="btn" aria-pressed={fullScreen.isOn} onClick={fullScreen.toggle}>
        Full screen
      </button>
    )}
  </>
);
