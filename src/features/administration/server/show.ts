import type { EditionSwitches } from '#lib/switches/model.ts';
import type { Ctx } from '#platform/context.ts';
import { messageHtml } from '#platform/messages.ts';

/** The rules of an edition that has not written its own; BB-code. */
const usualRules = `[b]Tracks[/b]
[list]
[*]Upload only your own work, or that of others with the consent of every author. Large parts of a track by somebody else need their consent too.
[*]A track must be finishable without cheats, validated with an author time that a person can drive, and made of blocks, environments and cars of this edition.
[*]Names, texts and pictures contain nothing that is illegal or hateful, and no links to malware. Pictures show the track.
[/list]
[b]Replays[/b]
[list]
[*]Post only what you have driven yourself, at normal speed and without changed game files.
[/list]
[b]People[/b]
[list]
[*]One account per person. Be fair: criticise tracks, never people.
[*]If you disagree with a decision of the crew, appeal against it; quarrels in public help nobody.
[/list]`;

export type EditionText = keyof EditionSwitches['texts'];

/** The source of a text of the edition, in BB-code: its own, or what comes with the edition. */
function editionSource({ switches, site }: Pick<Ctx, 'switches' | 'site'>, text: EditionText): string {
  const own = switches.of(site.code).texts[text];
  if (own !== '') return own;
  return { about: site.texts.about, rules: usualRules, welcome: '', contact: '', imprint: '', privacy: '' }[
    text
  ];
}

/** A text of the edition as safe HTML; '' if it has none. */
export async function editionHtml(ctx: Ctx, text: EditionText): Promise<string> {
  const source = editionSource(ctx, text);
  return source === '' ? '' : messageHtml(ctx, source, { images: false });
}
