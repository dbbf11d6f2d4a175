import { type ReactNode, useRef } from 'react';
import { Icon } from '#ui/Icon.tsx';

interface Props {
  /** its name for screen readers */
  name: string;
  title: string;
  /** the page that the title leads to */
  href?: string | undefined;
  meta: ReactNode;
  open: boolean;
  tone: 'plain' | 'ok' | 'warn' | 'bad';
  label: string;
  end?: ReactNode;
  onToggle: (open: boolean) => void;
  children: () => ReactNode;
}

/** A panel of the accordion. Its contents are rendered once it was opened, so a hundred closed ones cost little. */
export function Panel({ name, title, href, meta, open, tone, label, end, onToggle, children }: Props) {
  const wasOpen = useRef(open);
  wasOpen.current ||= open; // stays rendered when closed, so that uploads inside continue
  return (
    <details
      className={tone === 'bad' ? 'acc acc--bad' : 'acc'}
      open={open}
      aria-label={name}
      data-wrong={tone === 'bad' || undefined}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== open) onToggle(currentTarget.open);
      }}
    >
      <summary>
        <Icon name="down" />
        {tone === 'bad' || tone === 'warn' ? (
          <span className={tone === 'bad' ? 'wi' : 'ww'} role="img" aria-label="Warning">
            <Icon name="warn" />
          </span>
        ) : null}
        <b dir="auto">{href === undefined ? title : <a href={href}>{title}</a>}</b>
        <span className="meta">{meta}</span>
        <span className="end">
          <span className={`lab lab--${tone}`}>{label}</span>
          {end}
        </span>
      </summary>
      {wasOpen.current ? <div className="acc__b upload__body">{children()}</div> : null}
    </details>
  );
}
