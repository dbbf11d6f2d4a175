import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { routes } from '#routes/routes.ts';
import { closest, find, isPlainClick, on } from '#ui/dom.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Chances } from '../discussion.ts';
import type { CommentKind } from '../model.ts';
import { type Removal, RemoveDialog } from './RemoveDialog.tsx';
import { Writer, type WriterProps } from './Writer.tsx';

interface Props {
  trackId: number;
  secret: string | null;
  can: Chances;
}

/** A form opened in place: its position on the page, and the link that opened it. */
interface Open {
  readonly key: string;
  readonly place: Element;
  readonly opener: HTMLElement;
  readonly writer: Pick<WriterProps, 'kind' | 'commentId' | 'replyTo' | 'label' | 'submit' | 'start'>;
}

/** Writing on the track's own page. Its links lead to separate pages; with this script they open forms in place. */
export function CommentForms({ trackId, secret, can }: Props) {
  const forms = useRef<HTMLDivElement>(null);
  const reasonId = useId();
  const [open, setOpen] = useState<readonly Open[]>([]);
  const [removal, setRemoval] = useState<Removal | null>(null);

  useEffect(() => {
    const section = closest(forms.current, '[data-discussion]', Element);
    if (!section) return;
    const unmounting = new AbortController();
    const write = (opener: HTMLElement, event: MouseEvent) => {
      const writing = isPlainClick(event) && openFor(opener, section);
      if (!writing) return;
      event.preventDefault();
      // added to the open ones, so that unfinished texts elsewhere are not lost
      setOpen((all) => (all.some(({ key }) => key === writing.key) ? all : [...all, writing]));
    };
    const remove = (link: HTMLElement, event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      setRemoval(removalBy(link));
    };
    // the head of the page has a link for awards, too
    on(document, 'click', 'a[data-write]', HTMLElement, write, unmounting);
    on(section, 'click', 'a[data-remove]', HTMLElement, remove, unmounting);
    return () => unmounting.abort();
  }, []);

  const close = (closed: Open) => {
    closed.opener.focus();
    setOpen((all) => all.filter(({ key }) => key !== closed.key));
  };

  return (
    <div className="forms" ref={forms}>
      <p className="give-award">
        {can.award.given !== null ? (
          <a href={routes.trackComment(trackId, can.award.given, secret)}>You gave this track an award.</a>
        ) : can.award.ok ? (
          <a
            className="btn"
            href={routes.commentUpdate(trackId, 'award', 0, { key: secret })}
            data-write="award"
          >
            <Icon name="award" />
            Give award
          </a>
        ) : (
          <>
            <button type="button" className="btn" disabled aria-describedby={reasonId}>
              <Icon name="award" />
              Give award
            </button>{' '}
            <span className="hint" id={reasonId}>
              {can.award.reason}
            </span>
          </>
        )}
      </p>
      <div data-place="award" />
      {open.map((one) =>
        createPortal(
          <Writer trackId={trackId} secret={secret} {...one.writer} onCancel={() => close(one)} />,
          one.place,
          one.key,
        ),
      )}
      {removal && <RemoveDialog {...removal} secret={secret} onClose={() => setRemoval(null)} />}
    </div>
  );
}

/** The text that a link removes. */
const removalBy = ({ dataset: { remove, kind, own } }: HTMLElement): Removal => ({
  commentId: Number(remove),
  isAward: kind === 'award',
  isModeration: own === undefined,
});

/** The form that a link opens. */
function openFor(opener: HTMLElement, section: Element): Open | null {
  const { write, id = 'award', kind, source = '', name = '' } = opener.dataset;
  const place = find(section, `[data-place="${id}"]`, Element);
  if (!place) return null;
  const isAward = kind === 'award' || write === 'award';
  const writer = {
    kind: (isAward ? 'award' : 'comment') as CommentKind,
    commentId: write === 'edit' ? Number(id) : 0,
    replyTo: write === 'reply' ? Number(id) : null,
    start: source,
    ...wordsFor(write, name, isAward),
  };
  return { key: `${write} ${id}`, place, opener, writer };
}

function wordsFor(write: string | undefined, name: string, isAward: boolean) {
  if (write === 'reply') return { label: `Reply to ${name}`, submit: 'Post reply' };
  if (write === 'edit') return { label: isAward ? 'Your award' : 'Your comment', submit: 'Save' };
  return { label: 'What did you like about this track?', submit: 'Give award' };
}
