import { createRoot } from 'react-dom/client';
import { Dialog } from '#ui/Dialog.tsx';
import { LetterSwitch } from './LetterSwitch.island.tsx';
import { ShortcutList } from './ShortcutList.tsx';

/** Shows the list of shortcuts in a window. */
export function showShortcuts(): void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const remove = () => {
    root.unmount();
    place.remove();
  };
  root.render(
    <Dialog labelledBy="shortcuts-title" className="dlg keys__dialog" focusesHeading onClose={remove}>
      {(close) => (
        <>
          <header>
            <h2 id="shortcuts-title" tabIndex={-1}>
              Keyboard shortcuts
            </h2>
          </header>
          <div className="dlg__b">
            <ShortcutList heading="h3" />
            <LetterSwitch />
          </div>
          <footer>
            <button type="button" className="btn" onClick={close}>
              Close
            </button>
          </footer>
        </>
      )}
    </Dialog>,
  );
}
