import { type ReactNode, useEffect, useRef } from 'react';
import { showDialog } from './stores/windows.ts';

interface Props {
  /** the id of its heading */
  labelledBy: string;
  className: string;
  /** the heading gets the focus instead of the first field or button, for text that is read from its start; it has tabIndex={-1} */
  focusesHeading?: boolean;
  /** false keeps it open when the user presses Escape or clicks outside */
  mayClose?: () => boolean;
  /** after it closed, by its buttons, Escape or a press outside */
  onClose: () => void;
  /** `close` is for its buttons */
  children: (close: () => void) => ReactNode;
}

/** A modal window on the window stack, open as long as it is rendered. The browser keeps the focus inside and restores it. */
export function Dialog({
  labelledBy,
  className,
  focusesHeading = false,
  mayClose,
  onClose,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const veto = useRef(mayClose);
  veto.current = mayClose;
  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    showDialog(shown, { mayClose: () => veto.current?.() ?? true });
    if (focusesHeading) document.getElementById(labelledBy)?.focus();
    return () => shown.close();
  }, [focusesHeading, labelledBy]);
  return (
    <dialog ref={dialog} className={className} aria-labelledby={labelledBy} onClose={onClose}>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
