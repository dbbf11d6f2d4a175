import { MessageField } from '#ui/message/MessageField.tsx';
import { maxMessageCharacters } from '../model.ts';

interface Props {
  id: string;
  start: string;
  isInvalid: boolean;
}

/** The message of a news post as part of a plain form. */
export function NewsMessage({ id, start, isInvalid }: Props) {
  return (
    <MessageField
      id={id}
      name="Message"
      start={start}
      most={maxMessageCharacters}
      rows={14}
      images
      required
      isInvalid={isInvalid}
    />
  );
}
