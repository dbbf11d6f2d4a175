/** Pictures from other hosts in a post of the demo: one that we have, and one that no longer exists. */
export const shownPicture = 'https://pictures.paddock.example/last-corner.png';
export const lostPicture = 'https://old-host.example/last-corner-2009.jpg';

export interface PlannedPost {
  readonly by: string;
  readonly daysAgo: number;
  /** references contain names instead of ids: of a user, of a thread, of the user who built a track */
  readonly text: string;
  /** the text after an edit, two hours later */
  readonly edited?: string;
  /** why a moderator deleted it, two hours later */
  readonly deleted?: string;
}

export interface PlannedThread {
  readonly board: number;
  readonly title: string;
  /** the first one opens the thread */
  readonly posts: readonly [PlannedPost, ...PlannedPost[]];
  /** an announcement: why it is pinned; it is locked too */
  readonly pinned?: string;
  /** where it belongs, and the moderator's reason for moving it on the same day */
  readonly moved?: { readonly board: number; readonly reason: string };
}

export const post = (by: string, daysAgo: number, text: string): PlannedPost => ({ by, daysAgo, text });

/** The threads of every edition. */
export const forumThreads: readonly PlannedThread[] = [
  {
    board: 1,
    title: 'Read this first',
    pinned: 'Every new user should see this.',
    posts: [post('mo', 230.4, 'Be kind, build your own, say what you like about what others build.')],
  },
  {
    board: 2,
    title: 'How did you find this place?',
    posts: [
      post('piston', 120.7, 'A friend sent me a replay. That was years ago.'),
      post('Liv*88', 119.5, 'I was looking for one track and stayed for six years.'),
      post('Снежок', 118.2, 'По ссылке под видео. Видео уже нет, а я ещё здесь.'),
      post('first-gear', 18.2, 'I searched for [i]easy tracks[/i] two days ago. They are not that easy.'),
    ],
  },
  {
    board: 3,
    title: 'My upload says there is no author time',
    posts: [
      post('first-gear', 16.4, 'It is validated in the editor. What did I miss?'),
      post('bob', 16.3, 'Did you save it [b]after[/b] that? Otherwise the time is not in the file.'),
      post(
        'first-gear',
        16.1,
        '[quote=bob]Did you save it [b]after[/b] that?[/quote]No. Now it works, thank you!',
      ),
      post('mo', 15.9, 'This happens to everyone once. [user]alice[/user], would you add it to your list?'),
      post('alice', 15.2, 'Of course: [thread]Before you upload: a short list[/thread].'),
    ],
  },
  {
    board: 4,
    title: 'Scenery without losing frames',
    posts: [
      post('silent_fox', 64.7, 'How many blocks are too many on an old machine?'),
      post('carol', 64.1, 'Trees are cheap, water is not. I stop at two thousand blocks.'),
      post('Žofie', 63.8, 'Judge it from the worst camera, not from the best one.'),
      post('paperfox', 40.2, 'Is there still a computer that cannot draw two thousand blocks?'),
      post(
        'silent_fox',
        40.1,
        '[quote=paperfox]Is there still a computer[/quote]Mine. It is older than your account.',
      ),
    ],
  },
  {
    board: 4,
    title: 'Before you upload: a short list',
    posts: [
      {
        by: 'alice',
        daysAgo: 15.5,
        text: '[list][*]Drive it with the first camera, too.[*]Ask a friend where the route goes.[/list]',
        edited:
          '[list][*]Drive it with the first camera, too.[*]Ask a friend where the route goes.[*][b]New:[/b] save it after you have validated it.[/list]',
      },
      post('Liv*88', 14.2, 'One more: sleep on it. The second evening finds the worst corner.'),
    ],
  },
  {
    board: 5,
    title: 'First track in a long while',
    posts: [
      post(
        'old.jorge',
        27.5,
        `Please be honest. This is the last corner:\n\n[img]${shownPicture}[/img]\n\nAnd this was the first version, if my old host still has it:\n[img]${lostPicture}[/img]`,
      ),
      post('alice', 27.1, 'The last corner is lovely. The one before it hides the sign, though.'),
      post('Kestrel', 26.4, 'Your old host is gone, like most of them. Do you still have the file?'),
      {
        by: 'rusty_comet',
        daysAgo: 26.3,
        text: 'Drive MY track instead!!! Best track ever!!!',
        deleted: 'Advertising in the thread of another user.',
      },
      post('old.jorge', 26.1, 'No, but the new one is better anyway. Thank you both!'),
    ],
  },
  {
    board: 6,
    title: 'Who keeps taking my records?',
    posts: [
      post('tarmac_tom', 35.5, 'Every morning one less. Show yourself ;)'),
      post('bob', 35.4, 'Good morning :)'),
      post('tarmac_tom', 35.3, '[quote=bob]Good morning :)[/quote]I knew it.'),
      post('salty_gear', 9.7, 'He takes mine as well. It is nothing personal, only every single one.'),
    ],
  },
  {
    board: 2,
    title: 'Looking for long night tracks',
    moved: { board: 8, reason: 'Requests have a board of their own.' },
    posts: [
      post('quarter mile', 22.6, 'Three minutes and more, no walls please.'),
      post('carol', 21.4, 'Try [track]carol[/track]. It is a little shorter, but there are no walls.'),
      post('quarter mile', 20.6, 'Short for you, long for me. Exactly what I was looking for!'),
      post('double_gear', 5.2, 'I am building one. Give me two weeks.'),
    ],
  },
  {
    board: 9,
    title: 'Signs you can read at full speed',
    posts: [
      post('piston', 74.3, 'Yellow arrows on grey, nothing else. Who has a set to share?'),
      post('Liv*88', 73.9, 'I drew one last winter. You get it as soon as all arrows point the right way.'),
    ],
  },
  {
    board: 10,
    title: 'Camera paths for beginners',
    posts: [
      post(
        'Kestrel',
        52.8,
        'A short guide. Ask if something is unclear.\n[list][*]Few cameras, and none in the middle of a jump.[*]Watch it again the next day.[/list]',
      ),
      post('Liv*88', 51.9, 'How long should one camera be?'),
      post(
        'Kestrel',
        51.5,
        '[quote=Liv*88]How long should one camera be?[/quote]Three seconds. Two if it shows a wall.',
      ),
    ],
  },
  { board: 13, title: 'Rota for December', posts: [post('mo', 5.5, 'Who takes the holidays?')] },
];

/** Threads of the shared boards, which list those of all editions: each edition starts different ones. */
export const sharedBoardThreads: readonly [readonly PlannedThread[], ...(readonly PlannedThread[])[]] = [
  [
    {
      board: 11,
      title: 'The list forgets where I was',
      posts: [
        post('carol', 33.6, 'When I come back it begins at the top.'),
        post('mo', 33.2, 'In which browser? It does not happen here.'),
        post('carol', 33, 'In every browser, if I open a track in between.'),
      ],
    },
    {
      board: 12,
      title: 'What do you listen to while driving?',
      posts: [
        post('bob', 19.3, 'The engine. And you?'),
        post('Žofie', 18.9, 'The neighbours, when I fall off for the tenth time.'),
      ],
    },
  ],
  [
    {
      board: 11,
      title: 'Could the search remember my filters?',
      posts: [
        post('piston', 24.8, 'I type the same four words every evening.'),
        post('alice', 24.1, 'Bookmark the page of results: the filters are in its address.'),
      ],
    },
    {
      board: 12,
      title: 'Keyboard or pad?',
      posts: [
        post('nimbus', 7.4, 'I have tried both for a month. I am slow with both.'),
        post('tarmac_tom', 6.9, 'Keyboard. The loud one.'),
        post('rusty_comet', 1.2, 'A pad, but only for the long tracks.'),
      ],
    },
  ],
  [
    {
      board: 11,
      title: 'Larger thumbnails, please',
      posts: [
        post('Liv*88', 14.7, 'The best screenshots of the site are as large as a stamp.'),
        post('bob', 13.8, 'I agree. Stamps are small these days.'),
      ],
    },
    {
      board: 12,
      title: 'Show us your desk',
      posts: [
        post('silent_fox', 28.5, 'Mine has one screen, one lamp, and two cups that belong in the kitchen.'),
        post('carol', 27.9, 'Only two?'),
      ],
    },
  ],
  [
    {
      board: 11,
      title: 'The day colours are very bright',
      posts: [
        post('paperfox', 11.6, 'Could the white be a little less white?'),
        post('Kestrel', 11.2, 'The night colours are in your settings.'),
      ],
    },
    {
      board: 12,
      title: 'What do you do when you are not here?',
      posts: [
        post('old.jorge', 38.4, 'I repair bicycles. They are faster than my car in the game.'),
        post('Снежок', 37.5, 'Катаюсь на лыжах. Там тоже нет кнопки сброса.'),
      ],
    },
  ],
];
