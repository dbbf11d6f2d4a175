import { useEffect, useId, useRef } from 'react';

interface Props {
  open: boolean;
  title: string;
  text: string;
  /** label of the dangerous button */
  doIt: string;
  onStay: () => void;
  onDoIt: () => void;
}

/** Asks before something is lost. The safe button comes first and has the focus; Escape also stays. */
export function LeaveDialog({ open, title, text, doIt, onStay, onDoIt }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="dlg dlg--bad" aria-labelledby={`${id}-title`} onClose={onStay}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
      </header>
      <div className="dlg__b">
        <p>{text}</p>
      </div>
      <footer>
        <button type="button" className="btn" onClick={onStay}>
          Stay here
        </button>
        <button type="button" className="btn btn--bad" onClick={onDoIt}>
          {doIt}
        </button>
      </footer>
    </dialog>
  );
}
