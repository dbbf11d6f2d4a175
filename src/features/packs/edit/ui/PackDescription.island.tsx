import { MessageField } from '#ui/message/MessageField.tsx';
import { maxDescriptionCharacters } from '../settings.ts';

interface Props {
  id: string;
  start: string;
  isInvalid: boolean;
}

/** The description of a pack as part of a plain form. */
export function PackDescription({ id, start, isInvalid }: Props) {
  return (
    <MessageField
      id={id}
      name="Description"
      start={start}
      most={maxDescriptionCharacters}
      rows={6}
      images
      isInvalid={isInvalid}
    />
  );
}
