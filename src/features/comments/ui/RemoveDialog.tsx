import { useEffect, useRef } from 'react';
import { RemoveForm, removeTitle } from './RemoveForm.tsx';

export interface Removal {
  readonly commentId: number;
  readonly isAward: boolean;
  readonly isModeration: boolean;
}

interface Props extends Removal {
  secret: string | null;
  token: string;
  onClose(): void;
}

/** Asks before a text is removed, in a dialog. The browser restores the focus. */
export function RemoveDialog({ onClose, ...form }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog className="dlg dlg--bad" ref={dialog} aria-labelledby="remove-title" onClose={onClose}>
      <header>
        <h2 id="remove-title">{removeTitle(form.isAward, form.isModeration)}</h2>
      </header>
      <div className="dlg__b">
        <RemoveForm {...form}>
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </RemoveForm>
      </div>
    </dialog>
  );
}
