import { Writer, type WriterProps } from './Writer.tsx';

/** The form of /commentupdate, the same as on the track page. */
export function CommentForm(props: Omit<WriterProps, 'onCancel'>) {
  return <Writer {...props} />;
}
