import type { Trait } from './traits.ts';

/** An award's text is one of these and a reason that fits the track; the empty one leaves the reason alone. */
export const awardOpenings: readonly string[] = [
  '',
  '',
  'Trophy from me.',
  'Here you go :gold:',
  'Deserved!',
  'Award for this one.',
  'Well done!',
  'gg!',
  'Wow.',
  'Finally an award from me, overdue.',
  'Thanks for this.',
  '+1',
  'This is why I come back here.',
  'I do not give many of these.',
];

/** Reasons for any track: about flow, line, testing, finish. */
const forAnyTrack = `
The turn after checkpoint {cp} alone is worth it. [b]Flow[/b] from start to finish!
Drove it {many} times and it got better every time :D
Lovely scenery, and it never gets in the way of the route.
Hard to put down, and I was only here to look around.
Simple idea, done right. More of this please.
The cut was fixed within a day, so here is the award that I promised ;)
Not a single block too many.
I know every metre of it by now and I am not tired of it.
Уже час не могу оторваться. Отличная трасса!
Каждый поворот на своём месте. Спасибо!
The kind of track that makes you say "one more" until midnight.
You can tell that somebody tested this.
It looks easy until you see the record.
Smooth. No bump that should not be there.
My record lasted two hours. Still worth an award.
Best thing that I have driven this week.
The whole evening was gone before I noticed.
Clean start, clean middle, mean ending.
Every corner asks a different question.
I have been trying to build something like this for a year.
Signs where you need them, nothing where you do not.
Found it by chance and told everyone in the team about it.
You never have to guess where to go. So underrated.
It is fast without being wide. How do you do that?
The finish made me laugh out loud.
Even the slow line feels good.
Four of us fought over it for a whole Sunday.
First author medal in a month, and it felt earned.
The start is a work of art. [i]The rest is not bad either.[/i]
I have no idea how you come up with these.
From silver to gold in {many} runs, and each of them was fun.
It has a rhythm. Left, left, breathe, right.
A track that I would show to somebody who has never played.
Gold by {gap}. My hands are still shaking.
Checkpoint {cp} at full speed is the best second of my day.
Nothing to add. Drive it.
`;

/** Reasons for tracks with a trait. */
const byTrait: readonly (readonly [Trait, string])[] = [
  [
    'jump',
    `
The landing is like butter.
That jump! I aim for it for the rest of the run.
Airtime with a view, and it is safe every single time.
Big jump, bigger grin.
`,
  ],
  [
    'loop',
    `
A loop that works at any speed. I did not think that this was possible.
Through the loop without lifting, what a feeling.
Upside down and still in control, chapeau.
`,
  ],
  [
    'climb',
    `
The way down is even better than the way up.
Up and down and never dull.
My ears popped on the way down.
The crests make this one. You never see it coming.
`,
  ],
  ['laps', 'Three laps, not one of them boring.\nWe raced it at our LAN and nobody wanted another track.'],
  [
    'long',
    'Plays like a short track because it never drags.\nI never finish long tracks. I finished this one twice.\nAn adventure, with everything in it.',
  ],
  [
    'short',
    'Half a minute, ideas for five.\nForty tries in one lunch break. Perfect little thing.\nShort tracks are hard to get right. This one is right.',
  ],
  [
    'hard',
    'Brutal, and honest about it.\nIt took me a week to finish and I want to start again.\nEvery crash was my own fault. That is the highest praise I have.',
  ],
  [
    'easy',
    'Made my daughter smile, and then me.\nFriendly to everyone, still a fight at the top.\nThe first medal of this colour that I ever got!',
  ],
  ['night', 'The darkness makes it twice as fast.\nThe lights along the road are beautiful.'],
  ['sunset', 'That light on the last straight...\nThe prettiest evening drive on the site.'],
  [
    'Platform',
    'Zero respawns after three evenings. I may retire now.\nMean, clever, and every trap is visible.',
  ],
  [
    'Stunts',
    'So many ways to score, I find another one every day.\nMy best flip ever was on your second ramp.',
  ],
  [
    'Puzzle',
    'The moment when it clicks! Took me two days.\nElegant. The solution was in front of me all the time.',
  ],
  [
    'Stadium',
    'Tarmac, dirt and boosters in the right doses.\nPerfect drifts from the first corner to the last.\nThis belongs on every server.',
  ],
  ['Desert', 'Dust, speed, nothing else. Desert as I love it.\nThe banked turns carry you like a wave.'],
  ['Snow', 'The ice is fair for once!\nI could smell the pine trees.'],
  ['Rally', 'Countryside with teeth.\nEvery bend is a little Scandinavian flick.'],
  [
    'Island',
    'So fast that the sea turns into a stripe.\nIsland at its best: room, speed, and one wrong move is a swim.',
  ],
  ['Bay', 'The town feels alive, and the heavy car suits it.\nBetween the houses it is pure cinema.'],
  ['Coast', 'A postcard with a stopwatch.\nNarrow, elegant, and it bites.'],
];

const linesOf = (text: string): string[] => text.trim().split('\n');

/** Why players give an award. */
export const awardReasons: readonly { readonly about: Trait | null; readonly text: string }[] = [
  ...linesOf(forAnyTrack).map((text) => ({ about: null, text })),
  ...byTrait.flatMap(([about, text]) => linesOf(text).map((line) => ({ about, text: line }))),
];
