import { MessageField } from '#ui/message/MessageField.tsx';

interface Props {
  id: string;
  name: string;
  start: string;
  most: number;
  rows: number;
  images: boolean;
  required: boolean;
  isInvalid: boolean;
  problemId: string | undefined;
}

/** The editor of `MessageArea.astro`. It takes the focus if its text was refused. */
export function Message(props: Props) {
  return <MessageField {...props} autoFocus={props.isInvalid} />;
}
