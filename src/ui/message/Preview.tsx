import { useDeferredValue } from 'react';
import { messageToHtml } from '#lib/bbcode/render.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { site } from '#site';
import { useReferenceNames } from '../reference-names.ts';

interface Props {
  text: string;
  /** whether `[img]` is shown */
  images: boolean;
}

/** How a text will look once it is saved. */
export function Preview({ text, images }: Props) {
  const shown = cleanMessage(useDeferredValue(text));
  const references = useReferenceNames([shown]);
  return (
    <section className="message__preview" aria-label="Preview">
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes text and knows its elements
        dangerouslySetInnerHTML={{
          __html: messageToHtml(shown, {
            images,
            references,
            site: site.code,
            unknownPicture: 'This picture is fetched when the text is saved:',
          }),
        }}
      />
    </section>
  );
}
