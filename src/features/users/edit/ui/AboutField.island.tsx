import { MessageField } from '#ui/message/MessageField.tsx';
import { maxAboutCharacters } from '../profile-settings.ts';

interface Props {
  start: string;
  isInvalid: boolean;
}

/** What a user says about themselves, as part of a plain form. */
export function AboutField({ start, isInvalid }: Props) {
  return (
    <MessageField
      images
      id="about"
      name="About"
      start={start}
      most={maxAboutCharacters}
      rows={8}
      isInvalid={isInvalid}
    />
  );
}
