type Words = readonly [string, ...string[]];

/** Texts of the demo community, with BB-code and smileys. */
export const awardTexts: Words = [
  'The turn after the second checkpoint alone is worth the trophy. [b]Flow[/b] from start to finish!',
  'Drove it twenty times and it got better every time :D',
  'Lovely scenery, and it never gets in the way of the route. Well done.',
  'Finally a short track with ideas of its own :gold:',
  'Hard but fair. I fell off a lot and came back anyway.',
  'Best landing I have had this month. How did you get it so smooth?',
  'Уже час не могу оторваться. Отличная трасса!',
  'Simple idea, done right. More of this please.',
  'The cut at the end was fixed, so here is the award I promised ;)',
  'Plays like a track twice its length without ever dragging.',
];

export const commentTexts: Words = [
  'Where do you brake before the loop? I lose half a second there.',
  'Nice one. The signs could point a little earlier.',
  'Is there a shortcut over the wall, or was that luck?',
  'Author time beaten by a hair. Replay is up :cool:',
  'Fun with the camera on the bonnet, try it.',
  'The third jump is random for me: sometimes it rolls, sometimes it does not.',
  'Came for the name, stayed for the ending.',
  'Could you make a version without the water part?',
  'Not my style, but clean work.',
  'Старт отличный, финиш тоже. Середина длинновата.',
  'Saved for the evening. [i]Looks[/i] quick.',
  'Reminds me of the tracks people built in the first year. In a good way.',
];

export const replyTexts: Words = [
  'Thanks! Lift before the ramp, brake never.',
  'That was luck. I checked, the wall is safe.',
  'Good idea, it will be in the next version.',
  'Half a second? Then you are nearly there :)',
  'Glad you like it!',
];

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
