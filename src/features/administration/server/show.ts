import type { EditionSwitches } from '#lib/switches/model.ts';
import type { Ctx } from '#platform/context.ts';
import { messageHtml } from '#platform/messages.ts';
import { usualRules } from '../usual-texts.ts';

export type EditionText = keyof EditionSwitches['texts'];

/** The source of a text of the edition, in BB-code: its own, or what comes with Paddock. */
function editionSource({ switches, site }: Pick<Ctx, 'switches' | 'site'>, text: EditionText): string {
  const own = switches.of(site.code).texts[text];
  if (own !== '') return own;
  return { about: site.texts.about, rules: usualRules, welcome: '' }[text];
}

/** A text of the edition as safe HTML; '' if it has none. */
export async function editionHtml(ctx: Ctx, text: EditionText): Promise<string> {
  const source = editionSource(ctx, text);
  return source === '' ? '' : messageHtml(ctx, source, { images: false });
}
