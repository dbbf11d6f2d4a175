import { changeSettings } from '#features/administration/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { SettingChanges } from '#lib/switches/model.ts';
import { actAs, named, type Scene } from './scene.ts';

const aboutText = (
  edition: string,
) => `Paddock ${edition} is run by volunteers who have built and driven here for years.

[b]What you find here[/b]
[list]
[*]Every track with its pictures, its replays and its leaderboard. Visitors can download all of it.
[*]Trackpacks for a quiet evening or for a server, as one file.
[*]A forum about building, driving and the files behind both.
[/list]
[b]Who decides[/b]
The crew checks reports and answers each of them. Decisions have a reason, and you can appeal against one about you.`;

const rulesText = `[b]Tracks[/b]
[list]
[*]Upload your own work, or that of others with the consent of every author.
[*]Drive your track before you publish it. The author time should be within reach of somebody who tries for an hour.
[*]Unfinished tracks are welcome as betas. They are hidden after 90 days without a change.
[/list]
[b]Replays[/b]
[list]
[*]Post what you drove yourself, at normal speed and with an unchanged game.
[*]If you find a cut, tell the author first. Afterwards it is yours.
[/list]
[b]People[/b]
[list]
[*]One account per person.
[*]Criticise tracks, not people. "The second jump is blind" helps; "awful" does not.
[/list]`;

const welcomeText = `[b]New here?[/b] Download a track, drive it and upload your replay: you’ll be on the leaderboard right away. With an account you can give awards, save tracks for later and publish your own.`;

const contactText = `Questions about a track belong below the track, and everything else in the [b]forum[/b]. For what others should not read, send a message to any member of the [b]crew[/b]: somebody looks in every day.`;

/** What the site leader changed on the last edition: how many days ago, what, and why. Other editions stay as they come. */
const changes = (edition: string): readonly (readonly [number, SettingChanges, string])[] => [
  [
    212,
    { AboutText: aboutText(edition), RulesText: rulesText },
    'The crew agreed on shorter rules in the forum.',
  ],
  [
    64,
    { WelcomeText: welcomeText, ContactText: contactText },
    'Visitors asked what they can do without an account.',
  ],
  [
    33,
    { BadWords: ['cheap coins', 'free followers', 'casino*'] },
    'Advertising in comments, three times last week.',
  ],
  [
    1,
    { Banner: 'The weekend cup is open: submit tracks to its trackpack until Friday, 20:00 UTC.' },
    'Tracks can be submitted until Friday.',
  ],
];

/** The texts and the announcement of one edition. */
export async function seedEdition(scene: Scene): Promise<void> {
  const { tx } = scene;
  if (tx.site.code !== tx.sites.at(-1)?.code) return;
  for (const [daysAgo, changed, reason] of changes(tx.site.name)) {
    const leader = actAs(tx, named(scene, 'piston'), daysBefore(tx.clock.now(), daysAgo));
    await changeSettings(leader, changed, reason);
  }
}
