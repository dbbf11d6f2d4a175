import type { ReactNode } from 'react';
import { Window } from './Window.tsx';

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
export function Question({ children, ...props }: Frame & (Answers | { yes?: never })) {
  return (
    <Window
      title={props.title}
      className="dlg--bad"
      mayClose={props.mayClose}
      onClose={props.onClose}
      footer={
        props.yes === undefined
          ? undefined
          : (close) => (
              <>
                <button type="button" className="btn" onClick={close}>
                  {props.no}
                </button>
                <button type="button" className="btn btn--bad" onClick={props.onYes}>
                  {props.yes}
                </button>
              </>
            )
      }
    >
      {children}
    </Window>
  );
}
