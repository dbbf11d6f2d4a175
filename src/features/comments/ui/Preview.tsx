import { useDeferredValue } from 'react';
import { messageToHtml } from '#lib/bbcode/render.ts';
import { cleanText } from '../model.ts';

/** How a text will look; names of tracks and people stand there once it is posted. */
export function Preview({ text }: { text: string }) {
  const shown = useDeferredValue(text);
  return (
    <section className="writer__preview" aria-label="Preview">
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes text and knows its elements
        dangerouslySetInnerHTML={{ __html: messageToHtml(cleanText(shown), { images: false }) }}
      />
    </section>
  );
}
