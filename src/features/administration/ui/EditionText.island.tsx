import { MessageField } from '#ui/message/MessageField.tsx';

interface Props {
  id: string;
  name: string;
  start: string;
  most: number;
  isInvalid: boolean;
}

/** A text of the edition as part of a plain form, with formatting and a preview. */
export function EditionText({ id, name, start, most, isInvalid }: Props) {
  return <MessageField id={id} name={name} start={start} most={most} rows={10} isInvalid={isInvalid} />;
}
