import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { routes } from '#routes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Chances } from '../discussion.ts';
import type { RemarkKind } from '../model.ts';
import { Writer, type WriterProps } from './Writer.tsx';

interface Props {
  trackId: number;
  secret: string | null;
  token: string;
  can: Chances;
}

/** Something being written in place: where on the page, and the link that opened it. */
interface Open {
  readonly place: Element;
  readonly opener: HTMLElement;
  readonly writer: Pick<WriterProps, 'kind' | 'commentId' | 'replyTo' | 'label' | 'submit' | 'start'>;
}

/** Writing on the track's own page. The links for it lead to pages; with this they open where they stand. */
export function Desk({ trackId, secret, token, can }: Props) {
  const desk = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const common = { trackId, secret, token };

  useEffect(() => {
    const section = desk.current?.closest('[data-discussion]');
    const onClick = (event: Event) => {
      const asked = event instanceof MouseEvent ? openFor(event, section) : null;
      if (!asked) return;
      event.preventDefault();
      setOpen(asked);
    };
    section?.addEventListener('click', onClick);
    return () => section?.removeEventListener('click', onClick);
  }, []);

  const close = () => {
    open?.opener.focus();
    setOpen(null);
  };

  return (
    <div className="desk" ref={desk}>
      <p className="desk__award">
        {can.award.given !== null ? (
          <a href={routes.trackRemark(trackId, can.award.given, secret)}>You gave this track an award.</a>
        ) : can.award.ok ? (
          <a
            className="btn"
            href={routes.commentUpdate(trackId, 'award', 0, { key: secret })}
            data-write="award"
          >
            <Icon name="award" />
            Give an award
          </a>
        ) : (
          <span className="hint">{can.award.reason}</span>
        )}
      </p>
      <div data-place="award" />
      <Writer
        {...common}
        kind="comment"
        commentId={0}
        replyTo={null}
        label="Write a comment"
        submit="Post comment"
      />
      {open &&
        createPortal(
          <Writer
            {...common}
            {...open.writer}
            key={`${open.writer.commentId} ${open.writer.replyTo} ${open.writer.kind}`}
            autoFocus
            onCancel={close}
          />,
          open.place,
        )}
    </div>
  );
}

/** What a plain click on one of the links opens; null for any other click. */
function openFor(event: MouseEvent, section: Element | null | undefined): Open | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-write]') : null;
  if (!opener) return null;
  const { write, id = 'award', kind, source = '', name = '' } = opener.dataset;
  const place = section?.querySelector(`[data-place="${id}"]`);
  if (!place) return null;
  const isAward = kind === 'award' || write === 'award';
  const writer = {
    kind: (isAward ? 'award' : 'comment') as RemarkKind,
    commentId: write === 'edit' ? Number(id) : 0,
    replyTo: write === 'reply' ? Number(id) : null,
    start: source,
    ...wordsFor(write, name, isAward),
  };
  return { place, opener, writer };
}

function wordsFor(write: string | undefined, name: string, isAward: boolean) {
  if (write === 'reply') return { label: `Reply to ${name}`, submit: 'Post reply' };
  if (write === 'edit') return { label: isAward ? 'Your award' : 'Your comment', submit: 'Save' };
  return { label: 'What did you like? The author reads it.', submit: 'Give the award' };
}
