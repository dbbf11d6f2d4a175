import type { AppealOutcome } from '#features/moderation/appeals/appeals.ts';

/** What the crew of an edition decides and picks, in the words of its game. */
export interface CrewWords {
  /** comments that moderators removed */
  readonly removals: readonly Removal[];
  /** a line that one user posted under several tracks */
  readonly wave: string;
  /** why one user was warned and later muted, and another one suspended */
  readonly warning: string;
  readonly suspension: string;
  readonly mute: string;
  /** why tracks were featured, the latest first */
  readonly features: readonly string[];
  /** game servers of the crew, and one of a user */
  readonly servers: readonly [string, ...string[]];
  readonly otherServer: string;
  /** what users report, apart from copies and advertisements */
  readonly reports: {
    readonly record: string;
    readonly post: string;
    readonly video: string;
    readonly medal: string;
    readonly type: string;
  };
  /** the answers to two reports about the type of a track */
  readonly answers: { readonly solved: string; readonly rejected: string };
}

/** A comment that a moderator removed, and what followed. */
export interface Removal {
  readonly daysAgo: number;
  readonly text: string;
  readonly reason: string;
  readonly appeal?: string;
  readonly outcome?: AppealOutcome;
  readonly answer?: string;
}

const original: CrewWords = {
  removals: [
    { daysAgo: 96, text: 'Next.', reason: 'Says nothing about the track.' },
    {
      daysAgo: 62,
      text: 'I have seen better roads in my garden. Delete it.',
      reason: 'Please stay friendly: say what could be better.',
      appeal: 'The builder is my cousin, and he laughed.',
      outcome: 'upheld',
      answer: 'Everyone else reads it without knowing your cousin. The decision stands.',
    },
    {
      daysAgo: 45,
      text: 'Leave the road after the second checkpoint and you skip half of the track.',
      reason: 'Gives away a cut before the builder could fix it.',
      appeal: 'The builder writes that there is a second way and asks who finds it.',
      outcome: 'undone',
      answer: 'You are right, that is what the description asks. The comment is back.',
    },
    { daysAgo: 20, text: 'Selling my steering wheel, hardly used.', reason: 'An advertisement.' },
    {
      daysAgo: 5,
      text: 'This one and forty other Power Up tracks are on my own page. Come over!',
      reason: 'An advertisement.',
      appeal: 'My page has the tracks of people who are gone. May I name it in the forum instead?',
    },
  ],
  wave: 'More rally tracks like this on my page!',
  warning: 'Two comments that insult the builder. Write about the track.',
  suspension: 'The same advertisement under nine tracks of the desert cup within an hour.',
  mute: 'Insults again, four weeks after the warning.',
  features: [
    'A road that teaches you its own trick in the first ten seconds, and then asks for it back at twice the speed.',
    'Nothing in it is new since 2003, and everything is in the right place.',
    'One turn in it you will take home with you.',
  ],
  servers: ['Original Nights', 'Desert Cup', 'Three Cars, One Road'],
  otherServer: 'Kestrel’s barn',
  reports: {
    record:
      'Three of us have driven this all week, and none of us sees where the time comes from. Could you look at the inputs?',
    post: 'Please look at the last sentence of this post.',
    video: 'The video shows another environment than that of the track.',
    medal: 'The author time cannot be driven: it was set with a cut that is closed now.',
    type: 'This is listed as a race, and nobody gets to the finish without solving something.',
  },
  answers: {
    solved: 'Thank you, the type of the track is corrected.',
    rejected: 'We drove it: the finish can be reached in one go.',
  },
};

const sunrise: CrewWords = {
  removals: [
    { daysAgo: 96, text: 'Meh.', reason: 'Says nothing about the track.' },
    {
      daysAgo: 62,
      text: 'Into the sea with it, where it belongs.',
      reason: 'Please stay friendly: say what could be better.',
      appeal: 'Everybody on this edition ends in the sea. It is what we say.',
      outcome: 'upheld',
      answer: 'Not everybody: those who are new here read an insult. The decision stands.',
    },
    {
      daysAgo: 45,
      text: 'Stay in the air after the second jump and you are four seconds ahead.',
      reason: 'Gives away a cut before the builder could fix it.',
      appeal: 'The builder asks for other lines in the description.',
      outcome: 'undone',
      answer: 'You are right, the description asks for them. The comment is back.',
    },
    { daysAgo: 20, text: 'Wallpapers of the bay, cheap, write to me.', reason: 'An advertisement.' },
    {
      daysAgo: 5,
      text: 'Relay tonight on our server, island only, everybody welcome, we are always online!',
      reason: 'An advertisement.',
      appeal: 'It was one evening, and this track was part of it. May I write it without the last words?',
    },
  ],
  wave: 'More bridges like this on my page!',
  warning: 'Two comments that insult a driver of the relay. Write about the track.',
  suspension: 'The same link under all nine stages of the tour within an hour.',
  mute: 'Insults again, four weeks after the warning.',
  features: [
    'Everything in it has a use, and the longest jump is the best second of the month.',
    'The only thing that slows you down is the view.',
    'Sun in your eyes, water on both sides, and no room for mistakes.',
  ],
  servers: ['First Light', 'Coastal Tour', 'Bay by Night'],
  otherServer: 'Kestrel’s boathouse',
  reports: {
    record:
      'With that speed all of us land in the water, and it is the same water. Could you look at the inputs?',
    post: 'Please look at the last sentence of this post.',
    video: 'The video shows the stage before this one.',
    medal: 'The author time cannot be driven: the way that the author took is closed now.',
    type: 'This says race. It is a platform track: there is no way to it without a respawn.',
  },
  answers: {
    solved: 'Thank you, the type of the track is corrected.',
    rejected: 'We drove it: one run is enough, and all medals are times.',
  },
};

const nations: CrewWords = {
  removals: [
    { daysAgo: 96, text: 'First!!!', reason: 'Says nothing about the track.' },
    {
      daysAgo: 62,
      text: 'Second division track. Third division builder.',
      reason: 'Please stay friendly: say what could be better.',
      appeal: 'That was a joke among team mates, the builder knows me.',
      outcome: 'upheld',
      answer: 'Everyone else reads it without knowing your team. The decision stands.',
    },
    {
      daysAgo: 45,
      text: 'Hit the left post of the gate and you land behind the last checkpoint.',
      reason: 'Gives away a cut before the next league round.',
      appeal: 'The round was over the evening before, look at the date.',
      outcome: 'undone',
      answer: 'You are right, it was over. The comment is back.',
    },
    { daysAgo: 20, text: 'Selling my keyboard, the W is as good as new.', reason: 'An advertisement.' },
    {
      daysAgo: 5,
      text: 'This track runs on our server until the league starts. Join us, we are always online!',
      reason: 'An advertisement.',
      appeal: 'It was an invitation to train for round eight. May I write it without the last part?',
    },
  ],
  wave: 'More league tracks like this on my page!',
  warning: 'Two comments that insult a league driver. Write about the track.',
  suspension: 'The same server advert in nine comments within an hour.',
  mute: 'Insults again, four weeks after the warning.',
  features: [
    'A minute that teaches you its own trick at the first checkpoint and asks for it back at the last.',
    'Nothing in it is new and everything is in the right place: the league will love it.',
    'Thirty seconds, one drift. You will not get it right today.',
  ],
  servers: ['Friday League', 'Sunday Cup #2', 'Warm-up'],
  otherServer: 'Kestrel’s garage',
  reports: {
    record:
      'I have driven this track all week for the league and cannot see where the time comes from. Could you look at the inputs?',
    post: 'Please look at the last sentence of this post.',
    video: 'The video shows round six. It is attached to a track of round eight.',
    medal: 'The author time cannot be driven: the finish is reached through the wall.',
    type: 'Something about the type of this track is not right: it cannot be finished without a restart.',
  },
  answers: {
    solved: 'Thank you, the type of the track is corrected.',
    rejected: 'We drove it in one go: keep left after the second checkpoint.',
  },
};

const forever: CrewWords = {
  removals: [
    { daysAgo: 96, text: 'First!!!', reason: 'Says nothing about the track.' },
    {
      daysAgo: 62,
      text: 'Delete this one. Nobody asked for it.',
      reason: 'Please stay friendly: say what could be better.',
      appeal: 'That was a joke among friends, the builder knows me.',
      outcome: 'upheld',
      answer: 'Everyone else reads it without knowing that you are friends. The decision stands.',
    },
    {
      daysAgo: 45,
      text: 'Jump left after the loop and you land behind the last checkpoint.',
      reason: 'Gives away a shortcut before the builder could fix it.',
      appeal: 'The builder asked for shortcuts in the description of the track.',
      outcome: 'undone',
      answer: 'You are right, the description asks for them. The comment is back.',
    },
    {
      daysAgo: 20,
      text: 'Car skins, twenty for the price of ten, write to me.',
      reason: 'An advertisement.',
    },
    {
      daysAgo: 5,
      text: 'This track runs on my server all weekend. Join us, we are always online!',
      reason: 'An advertisement.',
      appeal:
        'It was an invitation to drive this track together, and the server is free. May I write it without the last part?',
    },
  ],
  wave: 'More tracks like this on my page!',
  warning: 'Two comments that insult the builder. Write about the track.',
  suspension: 'The same advertisement in nine comments within an hour.',
  mute: 'Insults again, four weeks after the warning.',
  features: [
    'A track that teaches you its own trick in the first ten seconds and then asks for it back, upside down.',
    'Nothing in it is new and everything is in the right place.',
    'Drive it at night with the sound up.',
  ],
  servers: ['Night Shift', 'Weekend Cup', 'Paddock Open'],
  otherServer: 'Kestrel’s garage',
  reports: {
    record:
      'I have driven this track all week and cannot see where the time comes from. Could you look at the inputs?',
    post: 'Please look at the last sentence of this post.',
    video: 'The video shows the final of another cup than the track it is attached to.',
    medal: 'The author time cannot be driven: the finish is reached through the wall.',
    type: 'Something about the type of this track is not right: the medals count respawns.',
  },
  answers: {
    solved: 'Thank you, the type of the track is corrected.',
    rejected: 'We drove it: it is a race, and the medals are times.',
  },
};

/** In the order of the editions, oldest first. */
export const crewWords: readonly [CrewWords, ...CrewWords[]] = [original, sunrise, nations, forever];
