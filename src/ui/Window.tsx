import { type ReactNode, useId } from 'react';
import { Dialog } from './Dialog.tsx';

/** What every window gets from `openWindow`. */
export interface OpenWindow {
  /** to be called after it closed, by its buttons, Escape or a press outside; `Window` does */
  onClose: () => void;
}

interface Props {
  title: string;
  /** in addition to those of every window */
  className?: string;
  bodyClassName?: string;
  focusesHeading?: boolean;
  mayClose?: (() => boolean) | undefined;
  onClose: () => void;
  /** its buttons */
  footer?: ((close: () => void) => ReactNode) | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A modal window with a title, its content and a row of buttons. */
export function Window({
  title,
  className = '',
  bodyClassName = '',
  focusesHeading = false,
  mayClose,
  onClose,
  footer,
  children,
}: Props) {
  const id = useId();
  return (
    <Dialog
      labelledBy={`${id}-title`}
      className={`dlg ${className}`.trim()}
      focusesHeading={focusesHeading}
      onClose={onClose}
      {...(mayClose && { mayClose })}
    >
      {(close) => (
        <>
          <header>
            <h2 id={`${id}-title`} {...(focusesHeading && { tabIndex: -1 })}>
              {title}
            </h2>
          </header>
          <div className={`dlg__b ${bodyClassName}`.trim()}>
            {typeof children === 'function' ? children(close) : children}
          </div>
          {footer && <footer>{footer(close)}</footer>}
        </>
      )}
    </Dialog>
  );
}
