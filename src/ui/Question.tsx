import { type ReactNode, useId } from 'react';
import { Dialog } from './Dialog.tsx';

interface Frame {
  title: string;
  mayClose?: () => boolean;
  onClose: () => void;
  /** the question, with its own buttons if there is no `yes` */
  children: ReactNode | ((close: () => void) => ReactNode);
}

interface Answers {
  /** the label of the safe button, which comes first and has the focus */
  no: string;
  /** the label of the button that loses something */
  yes: string;
  onYes: () => void;
}

/** Asks for confirmation before something is lost. All scripts use it; without scripts there is `Confirm.astro`. */
export function Question({
  title,
  mayClose,
  onClose,
  children,
  ...answers
}: Frame & (Answers | { yes?: never })) {
  const id = useId();
  return (
    <Dialog
      labelledBy={`${id}-title`}
      className="dlg dlg--bad"
      onClose={onClose}
      {...(mayClose && { mayClose })}
    >
      {(close) => (
        <>
          <header>
            <h2 id={`${id}-title`}>{title}</h2>
          </header>
          <div className="dlg__b">{typeof children === 'function' ? children(close) : children}</div>
          {answers.yes !== undefined && (
            <footer>
              <button type="button" className="btn" onClick={close}>
                {answers.no}
              </button>
              <button type="button" className="btn btn--bad" onClick={answers.onYes}>
                {answers.yes}
              </button>
            </footer>
          )}
        </>
      )}
    </Dialog>
  );
}
