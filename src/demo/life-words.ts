type Words = readonly [string, ...string[]];

export const packNames: readonly { name: string; description: string }[] = [
  {
    name: 'Evening Tour',
    description: 'Twelve short tracks for the hour after dinner. [b]Submissions welcome[/b], one a person.',
  },
  {
    name: '$f80Sunday $fffSprint Cup',
    description: 'The tracks of the Sunday cup, in the order they were driven.',
  },
  { name: 'Blindfold Series', description: 'What is in here stays secret until the start.' },
  { name: 'Workshop Leftovers', description: 'Not ready to be seen yet.' },
  { name: 'Hall of Old', description: 'Kept as it was on the old site.' },
];

export const newsItems: readonly { title: string; message: string }[] = [
  {
    title: 'Building contest: one corner, a hundred ideas',
    message:
      'Build a track around [b]a single corner[/b]. Hand in until the end of the month; the crew drives them all.\n\nThe winner picks a track for the front page.',
  },
  {
    title: 'Results of the Sunday cup',
    message: 'Eleven drivers, seven tracks, two photo finishes. Thank you for an evening well spent :)',
  },
  {
    title: 'New on the site',
    message: '[list][*]lists can be sorted by any column[*]replays of secret rounds stay secret[/list]',
  },
  {
    title: 'Winter calendar',
    message: 'A door a day, a track behind each. Write to the crew to take a day.',
  },
  { title: 'We moved', message: 'Every track, award and word came along. Tell us when something is amiss.' },
];

export const scheduledNews = {
  title: 'Spring contest: tracks without a wall',
  message:
    'Build a track [b]without a single wall[/b]. You have four weeks, and the crew drives every entry.\n\nQuestions? Ask below.',
};

/** On the newest post. */
export const newsComments: Words = [
  'A single corner? I have been building nothing else for years :D',
  'May it be driven in both directions?',
  'I am in. Does a hairpin count as [i]one[/i] corner?',
  'Looking forward to driving all of them!',
];

export const videoTitles: Words = [
  'A clean lap, explained corner by corner',
  'Sunday cup: all finals',
  'Ten tracks nobody drives (but should)',
  'From the first block to the last: building for a week',
  'The record that stood for five years',
  'Short and silly: crashes of the month',
];
