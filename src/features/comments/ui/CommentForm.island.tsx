import { Writer, type WriterProps } from './Writer.tsx';

/** The form of /commentupdate: the same as in place, on a page of its own. */
export function CommentForm(props: Omit<WriterProps, 'onCancel'>) {
  return <Writer {...props} />;
}
