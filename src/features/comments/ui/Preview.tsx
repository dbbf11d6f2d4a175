import { useDeferredValue } from 'react';
import { messageToHtml } from '#lib/bbcode/render.ts';
import { useReferenceNames } from '#ui/reference-names.ts';
import { cleanText } from '../model.ts';

/** How a text will look once it is posted. */
export function Preview({ text }: { text: string }) {
  const shown = cleanText(useDeferredValue(text));
  const references = useReferenceNames([shown]);
  return (
    <section className="writer__preview" aria-label="Preview">
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes text and knows its elements
        dangerouslySetInnerHTML={{ __html: messageToHtml(shown, { images: false, references }) }}
      />
    </section>
  );
}
