import type { Trait } from './traits.ts';

/** What the people of an edition write about, in addition to what its tracks suggest. */
export interface EditionWords {
  /** the first one takes submissions; then: a cup, one whose tracks are secret, a draft, and one of the old site */
  readonly packs: readonly PackWords[];
  /** newest first */
  readonly news: readonly { readonly title: string; readonly message: string }[];
  readonly scheduledNews: { readonly title: string; readonly message: string };
  /** on the newest news */
  readonly newsComments: readonly string[];
  /** newest first */
  readonly videos: readonly string[];
  /** what users say who report a copied track, and a comment */
  readonly reports: { readonly stolen: readonly string[]; readonly spam: readonly string[] };
}

interface PackWords {
  readonly name: string;
  readonly description: string;
  /** what all of its tracks have; null: they were chosen for other reasons */
  readonly about: Trait | null;
}

const original: EditionWords = {
  packs: [
    {
      name: 'Over the Top',
      description:
        'Hills and mountain roads in three environments. [b]Submissions welcome[/b], three a person.',
      about: 'climb',
    },
    {
      name: '$c93Desert $fffRally Cup',
      description: 'The tracks of our desert cup, in the order in which they were driven. Bring water.',
      about: 'Desert',
    },
    {
      name: 'Advent Calendar',
      description: 'A snow track for each door. No peeking, the list opens in December.',
      about: 'Snow',
    },
    { name: 'Big Air (draft)', description: 'Jumps that I still have to test.', about: 'jump' },
    {
      name: 'Country Lanes',
      description: 'Rally classics, kept as they were on the old site.',
      about: 'Rally',
    },
  ],
  news: [
    {
      title: 'Building contest: one corner, a hundred ideas',
      message:
        'Build a track around [b]a single corner[/b], in any of the three environments. Hand in until the end of the month; the crew drives them all.\n\nThe winner picks a track for the front page.',
    },
    {
      title: 'Results of the desert cup',
      message:
        'Eleven drivers, seven tracks, two photo finishes, and a lot of sand. The list is in the trackpack.',
    },
    {
      title: 'Power Up tracks wanted',
      message:
        'We have far too few of them. If you still have a folder from back then: [list][*]upload your own[*]ask your friends for theirs[/list]',
    },
    {
      title: 'Snow month',
      message: 'Four weeks, one new snow track a day. Write to the crew to take a day.',
    },
    {
      title: 'We moved',
      message: 'Every track, award and comment came along. Tell us if something is missing.',
    },
  ],
  scheduledNews: {
    title: 'Spring contest: downhill only',
    message:
      'Build a track that [b]never goes up[/b]. You have four weeks, and the crew drives every entry.\n\nQuestions? Ask below.',
  },
  newsComments: [
    'A single corner? I have been building nothing else for years :D',
    'May it be driven in both directions?',
    'I am in. Does a hairpin count as [i]one[/i] corner?',
    'Snow, obviously. One corner, endless slide.',
  ],
  videos: [
    'How to survive the ice: a lesson in doing nothing',
    'Desert cup: all finals',
    'Ten rally tracks that nobody drives (but should)',
    'From the first block to the last: a mountain in a week',
    'The record that stood for five years',
    'Cactus! Crashes of the month',
  ],
  reports: {
    stolen: [
      'The second half is block for block my track from last year. I was never asked.',
      'This is a copy with other scenery. The original was uploaded months before.',
      'Same road, same jumps, another name.',
    ],
    spam: ['The same text is below five other tracks.', 'Advertising, and not for the first time.'],
  },
};

const sunrise: EditionWords = {
  packs: [
    {
      name: 'Island Hopping',
      description: 'Wide roads between the islands, all of them fast. [b]Send us yours[/b], up to three.',
      about: 'Island',
    },
    {
      name: '$f93Coastal $fffGrand Tour',
      description: 'Every stage of the tour from the old town to the marina.',
      about: 'Coast',
    },
    {
      name: 'Harbour Lights',
      description: 'A night cup in the bay. The list opens at the start.',
      about: 'Bay',
    },
    { name: 'Roundabouts (not ready)', description: 'Loops, loops, loops. Order still open.', about: 'loop' },
    { name: 'Postcards', description: 'Sunsets, kept as they were on the old site.', about: 'sunset' },
  ],
  news: [
    {
      title: 'Screenshot contest: the last light',
      message:
        'Your best picture of a [b]sunset track[/b], car optional. The crew votes on the last Sunday of the month.\n\nThe winner becomes the banner of the tour.',
    },
    {
      title: 'Coastal tour: final standings',
      message:
        'Nine stages, fourteen drivers, and first and second are 0.07 s apart after all of them. Thank you!',
    },
    {
      title: 'More room for the bay',
      message:
        'Bay was our smallest environment in the spring. Since the builders’ evening it is no longer: 40 new tracks.',
    },
    { title: 'Summer relay', message: 'Teams of three, one environment each. Find your team in the forum.' },
    {
      title: 'New house, same beach',
      message:
        'The move is done, with all tracks, awards and comments. If something got lost at sea, tell us.',
    },
  ],
  scheduledNews: {
    title: 'Bridge contest',
    message:
      'Two islands, [b]one bridge[/b], and whatever you do with it. Entries until the end of the month.',
  },
  newsComments: [
    'My whole folder is sunsets. How many may I send?',
    'One per person I guess? Would be a pity for the jury otherwise :)',
    'Car optional... mine is in the water in every picture anyway.',
    'Entry sent, good luck everybody!',
  ],
  videos: [
    'Full throttle from island to island, no cuts',
    'Coastal tour: the last stage from four cameras',
    'The bay at night, ten tracks with the lights on',
    'I built a harbour. Here is what I learned',
    'Seven hundredths: the closest final so far',
    'Splash! Everybody who missed the bridge',
  ],
  reports: {
    stolen: [
      'I know this bridge, I spent a week on it. The start is new, everything else is mine.',
      'Have a look at the older track with the same houses in the same places.',
      'Even the typo on my sign is still there.',
    ],
    spam: [
      'Posted below every island track today.',
      'No word about the track, just a link to buy something.',
    ],
  },
};

const nations: EditionWords = {
  packs: [
    {
      name: 'Evening Tour',
      description: 'Short tracks for the hour after dinner. [b]Submissions welcome[/b], three a person.',
      about: 'short',
    },
    {
      name: '$f80Sunday $fffSprint Cup',
      description: 'The tracks of the Sunday cup, in the order in which they were driven.',
      about: null,
    },
    { name: 'Blindfold Series', description: 'What is in here stays secret until the start.', about: null },
    { name: 'Workshop Leftovers', description: 'Long ones. Not ready to be seen yet.', about: 'long' },
    { name: 'Air Time', description: 'The best jumps of the old site, kept as they were.', about: 'jump' },
  ],
  news: [
    {
      title: 'League season opens',
      message:
        'Eight rounds, every second Friday, [b]two divisions[/b]. Sign up in the forum until Thursday.',
    },
    {
      title: 'Results of the Sunday cup',
      message: 'Eleven drivers, seven tracks, two photo finishes. Thank you for an evening well spent :)',
    },
    {
      title: 'LAN report',
      message:
        'Twenty computers, one fuse. [list][*]best lap: by candle light[*]most replays: the table next to the pizza[/list]',
    },
    {
      title: 'Builders’ evening',
      message: 'One empty stadium, three hours, go. The nine results are online.',
    },
    {
      title: 'Hello from the new server',
      message: 'All tracks, awards and comments made it. Tell us what did not.',
    },
  ],
  scheduledNews: {
    title: 'One-minute challenge',
    message: 'Author times between 55 and 60 seconds, [b]no respawns[/b]. Entries open with this post.',
  },
  newsComments: [
    'Second division for me please, I know my limits.',
    'Is keyboard allowed in division one? Asking because of last year.',
    'It was never forbidden, you were just faster than us ;)',
    'Friday is perfect. See you on the grid!',
  ],
  videos: [
    'A clean lap, explained corner by corner',
    'League round eight: both divisions',
    'Ten stadium tracks nobody drives (but should)',
    'Three hours, nine tracks: the builders’ evening',
    'The record that a keyboard took back',
    'Short and silly: crashes of the month',
  ],
  reports: {
    stolen: [
      'Our league track from round three, only the finish was moved by one block.',
      'Open both in the editor next to each other and you will see.',
      'The author writes himself that he “found” the route.',
    ],
    spam: ['Same sentence under the whole front page.', 'Looks like a bot, all comments within one minute.'],
  },
};

const forever: EditionWords = {
  packs: [
    {
      name: 'Friday Night Server',
      description: 'What runs on our server this month. [b]Send us your best[/b], three a person.',
      about: 'Stadium',
    },
    {
      name: '$09fUphill $fffChallenge',
      description: 'The climbs of the hill cup. Save your engine for the last one.',
      about: 'climb',
    },
    {
      name: 'Secret Qualifier',
      description: 'Nobody has driven these. Neither will you, until Saturday.',
      about: null,
    },
    { name: 'Loop Collection', description: 'Still sorting. Bring a bag.', about: 'loop' },
    {
      name: 'Jump School',
      description: 'From the first hop to the big gap; kept as it was on the old site.',
      about: 'jump',
    },
  ],
  news: [
    {
      title: 'The weekend cup is back',
      message:
        'Saturday, 20:00 UTC, on our own server: [b]five tracks, three rounds each[/b]. The qualifier is in a trackpack.\n\nNo team needed.',
    },
    {
      title: 'Hill cup: the winners',
      message: 'Three drivers shared the last climb within 0.2 s. Replays are up, and so is the video.',
    },
    {
      title: 'Hundred tracks in a hundred days',
      message: 'Ninety-eight so far. Two builders are missing, and you know who you are :)',
    },
    { title: 'Beginners’ week', message: 'Easy tracks, patient people, daily help in the forum from 18:00.' },
    {
      title: 'Lights on',
      message: 'The stadium is open again, with every track, award and comment. Missing something? Tell us.',
    },
  ],
  scheduledNews: {
    title: 'Spring contest: tracks without a wall',
    message:
      'Build a track [b]without a single wall[/b]. You have four weeks, and the crew drives every entry.\n\nQuestions? Ask below.',
  },
  newsComments: [
    'At last! I have had my Saturdays free for far too long.',
    'Is the qualifier open for newcomers, or do I need points first?',
    'Open for everybody. The worst that can happen is that you learn something :)',
    'Practised all evening. I am still slow, but now I am slow with confidence.',
  ],
  videos: [
    'The first second matters: twelve starts compared',
    'Weekend cup: the whole final',
    'Five easy tracks to begin with',
    'Hundred days, hundred tracks: a look back',
    'One climb, three drivers, two tenths',
    'They went where? Shortcuts of the month',
  ],
  reports: {
    stolen: [
      'This is my hill cup track with other colours. I would have said yes, but nobody asked me.',
      'Compare the route after the second checkpoint, it is identical.',
      'The old one has 40 comments. Please keep that one.',
    ],
    spam: ['The fourth server advert from this account.', 'Copy and paste, see the neighbouring tracks.'],
  },
};

/** In the order of the editions, oldest first. */
export const editionWords: readonly [EditionWords, ...EditionWords[]] = [original, sunrise, nations, forever];
