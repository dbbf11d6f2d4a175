import { type PlannedThread, post } from './life-threads.ts';

/** Threads that only one edition has, in the order of the editions, oldest first. */
export const editionThreads: readonly [readonly PlannedThread[], ...(readonly PlannedThread[])[]] = [
  [
    {
      board: 4,
      title: 'Planks or ground for a fast snow road?',
      posts: [
        post(
          'carol',
          58.2,
          'I have a long straight and cannot decide. Planks look better, ground holds better.',
        ),
        post('Снежок', 57.6, 'Доски, если без поворота. На повороте только земля.'),
        post('bob', 57.1, 'Planks, and nothing next to them. The fear is half of the fun.'),
        post(
          'carol',
          56.4,
          '[quote=bob]The fear is half of the fun.[/quote]Planks it is. I blame you for the crashes.',
        ),
      ],
    },
    {
      board: 6,
      title: 'Which of the three cars do you drive worst?',
      posts: [
        post('tarmac_tom', 41.9, 'Rally. I steer, it disagrees.'),
        post('Kestrel', 41.2, 'Snow, on ice, with an audience.'),
        post('quarter mile', 40.8, 'None. But the desert car drives me.'),
      ],
    },
    {
      board: 9,
      title: 'A cactus that falls over',
      posts: [
        post(
          'old.jorge',
          49.5,
          'Could somebody make a cactus that falls over when I hit it? It is always me who falls over.',
        ),
        post('piston', 48.8, 'Not possible with the blocks. I could draw you a sign that warns of it.'),
        post('old.jorge', 48.3, 'That would be something!'),
      ],
    },
  ],
  [
    {
      board: 4,
      title: 'How to make a bridge without a step',
      posts: [
        post(
          'Liv*88',
          61.7,
          'Every time I join a bridge to a road there is a step, and every time I lose the rear there.',
        ),
        post('alice', 61.2, 'One level lower than it looks, and the slope begins one block later.'),
        post('Liv*88', 60.4, 'Works! Two years of steps for nothing.'),
        post('Žofie', 59.9, 'Leave one of them in. People will think it is on purpose.'),
      ],
    },
    {
      board: 6,
      title: '450 on the island, who gives more?',
      posts: [
        post('Kestrel', 36.6, '452 before the last bridge of [track]alice[/track]. Then water.'),
        post('quarter mile', 36.1, '455, also water.'),
        post('carol', 35.7, '430 and dry :)'),
      ],
    },
    {
      board: 10,
      title: 'Sun in the camera',
      posts: [
        post('nimbus', 44.4, 'How do you get the sun into the outro without everything turning white?'),
        post('Kestrel', 43.8, 'Low camera, a house or a palm in front of it, and a slow turn.'),
        post('nimbus', 43.1, 'The palm did it. Thanks!'),
      ],
    },
  ],
  [
    {
      board: 4,
      title: 'Medal times for a league track',
      posts: [
        post('piston', 66.3, 'Gold at author plus six per cent? Ten? What do you use?'),
        post('bob', 65.8, 'Six. Bronze for anyone who finishes, gold for anyone who swore on the way.'),
        post('carol', 65.1, 'Ten for long ones. Sixty seconds without a mistake is hard enough.'),
      ],
    },
    {
      board: 6,
      title: 'Friday league: who drives for whom?',
      posts: [
        post('tarmac_tom', 33.9, 'We are two and need a third. Must own a clock.'),
        post('north_fox', 33.4, 'I own a clock. It is always ten minutes late, like me.'),
        post('tarmac_tom', 33.2, 'Close enough, welcome to the team.'),
      ],
    },
    {
      board: 9,
      title: 'Car paint for the league',
      posts: [
        post('Žofie', 52.8, 'I draw one for each team, free of charge. Send me two colours and an animal.'),
        post('salty_gear', 52.1, 'Blue, white, and a seal please.'),
        post('Žofie', 50.7, 'The seal has turned out rather fat. It stays.'),
      ],
    },
  ],
  [
    {
      board: 4,
      title: 'Dirt to tarmac without a jump',
      posts: [
        post('alice', 63.5, 'What do you put between dirt and tarmac? My car hops every time.'),
        post('Liv*88', 62.9, 'The transition block, with two straights on each side. It needs to settle.'),
        post('alice', 62.2, 'Two! I had none. Thanks, it rolls over it now.'),
        post('silent_fox', 61.6, 'I kept the hop. It is the best part of my track, says everyone but me.'),
      ],
    },
    {
      board: 6,
      title: 'What is your best time that nobody saw?',
      posts: [
        post(
          'bob',
          37.7,
          'A record on [track]alice[/track], and then I pressed the wrong key instead of save.',
        ),
        post('Kestrel', 37.2, 'We have all pressed that key.'),
        post('copper_fox', 36.8, 'Mine was so good that the computer crashed out of respect.'),
      ],
    },
    {
      board: 10,
      title: 'Three seconds of intro are enough',
      posts: [
        post('carol', 47.3, 'I skip every intro that is longer. Change my mind.'),
        post('Kestrel', 46.9, 'I skip those as well. I still build long ones.'),
        post('nimbus', 46.2, 'The intro is where I find my keyboard.'),
      ],
    },
  ],
];
