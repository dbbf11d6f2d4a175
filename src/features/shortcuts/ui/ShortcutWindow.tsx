import { type OpenWindow, Window } from '#ui/Window.tsx';
import { LetterSwitch } from './LetterSwitch.island.tsx';
import { ShortcutList } from './ShortcutList.tsx';

/** The list of shortcuts in a window. */
export function ShortcutWindow({ onClose }: OpenWindow) {
  return (
    <Window
      title="Keyboard shortcuts"
      className="keys__dialog"
      focusesHeading
      onClose={onClose}
      footer={(close) => (
        <button type="button" className="btn" onClick={close}>
          Close
        </button>
      )}
    >
      <ShortcutList heading="h3" />
      <LetterSwitch />
    </Window>
  );
}
