import { useDeferredValue, useMemo } from 'react';
import { NO_NAMES } from '#lib/bbcode/references.ts';
import { messageToHtml } from '#lib/bbcode/render.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { withReferences } from '#lib/bbcode/typed-mentions.ts';
import { site } from '#site';
import { useReferenceNames } from '../reference-names.ts';
import { useTypedUsers } from './typed-users.ts';

interface Props {
  text: string;
  /** whether `[img]` is shown */
  images: boolean;
}

/** How a text will look once it is saved. */
export function Preview({ text, images }: Props) {
  const typed = cleanMessage(useDeferredValue(text));
  const users = useTypedUsers(typed);
  const shown = withReferences(typed, users);
  const named = useMemo(
    () => ({ ...NO_NAMES, user: new Map([...users].map(([name, userId]) => [userId, name])) }),
    [users],
  );
  const references = useReferenceNames([shown], named);
  return (
    <section className="message__preview" aria-label="Preview">
      <div
        className="prose"
        dir="auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes text and knows its elements
        dangerouslySetInnerHTML={{
          __html: messageToHtml(shown, {
            images,
            references,
            site: site.code,
            unknownPicture: 'We’ll fetch this picture when you save:',
          }),
        }}
      />
    </section>
  );
}
