import { MessageField } from '#ui/message/MessageField.tsx';
import { textLength } from '../model.ts';

interface Props {
  id: string;
  start: string;
  rows: number;
  isInvalid: boolean;
  problemId?: string | undefined;
}

/** The text of a message as part of a plain form. */
export function MessageText({ id, start, rows, isInvalid, problemId }: Props) {
  return (
    <MessageField
      id={id}
      name="Text"
      start={start}
      most={textLength.most}
      rows={rows}
      isInvalid={isInvalid}
      problemId={problemId}
      required
    />
  );
}
