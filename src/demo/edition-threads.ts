import { type PlannedThread, post } from './life-threads.ts';

/** Threads that only one edition has, in the order of the editions, oldest first. */
export const editionThreads: readonly [readonly PlannedThread[], ...(readonly PlannedThread[])[]] = [
  [
    {
      board: 2,
      title: 'What did you drive today?',
      posts: [
        post('alice', 46.2, 'I begin: one desert, one forest, one mountain. I crashed in all three.'),
        post('bob', 45.8, 'One track, sixty times. I am not going to say which.'),
        post(
          'carol',
          45.3,
          '[quote=bob]I am not going to say which.[/quote]It was [track]alice[/track]. Everyone saw the replays :D',
        ),
        post('tarmac_tom', 31.4, 'The whole desert cup again, this time without the cactus in round four.'),
        post('old.jorge', 12.6, 'Two hours on one patch of ice. It works now, in one run out of ten.'),
        post('Kestrel', 2.1, '[track]bob[/track] before breakfast. Never again before breakfast.'),
        post(
          'nimbus',
          0.9,
          '[quote=Kestrel]Never again before breakfast.[/quote]You should see it after dinner.',
        ),
        post('north_fox', 0.3, 'Nothing yet, but the evening is long :cool:'),
      ],
    },
    {
      board: 7,
      title: 'Corner contest: questions',
      posts: [
        post('nimbus', 10.4, 'Does a hairpin count as one corner or as two?'),
        post('mo', 10.1, 'As one, if you drive it as one.'),
        post('Žofie', 8.9, 'May the corner be on ice?'),
        post(
          'mo',
          8.8,
          '[quote=Žofie]May the corner be on ice?[/quote]Please do. Bring somebody who can stop.',
        ),
        post('copper_fox', 2.6, '[user]mo[/user], may two people build one track together?'),
      ],
    },
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
      board: 2,
      title: 'What did you drive today?',
      posts: [
        post(
          'carol',
          45.1,
          'Island, from one end to the other, at four hundred. Then the same in the water.',
        ),
        post('Liv*88', 44.6, 'The bay in the rush hour. I have hit every house on [track]bob[/track].'),
        post('bob', 44.2, '[quote=Liv*88]every house[/quote]There are eleven. I count again tonight.'),
        post('quarter mile', 30.8, 'Two stages of the tour. The coast is narrow and I am not.'),
        post('Žofie', 13.2, 'Nothing but sunsets, [track]alice[/track] last. The sun is still in my eyes.'),
        post('tarmac_tom', 2.4, 'The long bridge, forty times. It is not long enough.'),
        post(
          'paperfox',
          0.8,
          '[quote=tarmac_tom]It is not long enough.[/quote]It is. You are too fast for it.',
        ),
        post('nimbus', 0.2, 'My relay leg. The others are asleep, so nobody saw it :)'),
      ],
    },
    {
      board: 7,
      title: 'Screenshot contest: what counts as sunset?',
      posts: [
        post('silent_fox', 9.8, 'Is the sunrise allowed? It is the same picture, only earlier.'),
        post('mo', 9.5, 'If nobody can tell, it is a sunset.'),
        post('Liv*88', 8.3, 'May there be a boat in it?'),
        post('mo', 8.1, '[quote=Liv*88]May there be a boat in it?[/quote]Two, if they are in the way.'),
        post('salty_gear', 2.2, '[user]mo[/user], my car has fallen off in mine. Do I have to put it back?'),
      ],
    },
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
      board: 2,
      title: 'What did you drive today?',
      posts: [
        post('bob', 47.1, 'Round seven, all evening. The clock says no, I say one more.'),
        post(
          'piston',
          46.6,
          'Thirty seconds of [track]carol[/track], two hundred times. That is a whole film.',
        ),
        post('alice', 46.1, '[quote=piston]two hundred times[/quote]And which one of them was good?'),
        post('piston', 45.9, 'The first one.'),
        post('first-gear', 14.9, 'My first cup. Eleventh of eleven, and I was clapped for :D'),
        post('Kestrel', 2.3, 'Only warm-up laps on [track]alice[/track]. Friday is soon.'),
        post('north_fox', 1.1, 'Training with the team. We have agreed on who is to blame.'),
        post('tarmac_tom', 0.4, '[quote=north_fox]who is to blame[/quote]Me? I was not even there.'),
      ],
    },
    {
      board: 7,
      title: 'League round eight: questions',
      posts: [
        post('nimbus', 10.2, 'How many attempts are there in the second division?'),
        post('mo', 9.9, 'As many as fit into ten minutes.'),
        post('copper_fox', 8.7, 'And if the server goes down?'),
        post(
          'mo',
          8.5,
          '[quote=copper_fox]if the server goes down[/quote]Then we all go to bed, and drive on Saturday.',
        ),
        post('double_gear', 2.7, '[user]mo[/user], may I drive for two teams if I am slow for one of them?'),
      ],
    },
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
      board: 2,
      title: 'What did you drive today?',
      posts: [
        post('alice', 46.2, 'I begin: three tracks with too many walls.'),
        post('bob', 45.8, 'One track, sixty times. I am not going to say which.'),
        post(
          'carol',
          45.3,
          '[quote=bob]I am not going to say which.[/quote]It was [track]alice[/track]. Everyone saw the replays :D',
        ),
        post('tarmac_tom', 31.4, 'The whole hill cup again, this time without the wall on climb four.'),
        post('old.jorge', 12.6, 'Two hours on one jump. It works now, in one run out of ten.'),
        post('Kestrel', 2.1, '[track]bob[/track] before breakfast. Never again before breakfast.'),
        post(
          'nimbus',
          0.9,
          '[quote=Kestrel]Never again before breakfast.[/quote]You should see it after dinner.',
        ),
        post('north_fox', 0.3, 'Nothing yet, but the evening is long :cool:'),
      ],
    },
    {
      board: 7,
      title: 'Weekend cup: rules and times',
      posts: [
        post('nimbus', 10.4, 'Is the qualifier on one run, or on the best of some?'),
        post('mo', 10.1, 'On the best that you upload until Friday.'),
        post('Žofie', 8.9, 'May I race with the keyboard of a laptop?'),
        post('mo', 8.8, '[quote=Žofie]the keyboard of a laptop[/quote]You may even win with it.'),
        post('copper_fox', 2.6, '[user]mo[/user], may two people share one start?'),
      ],
    },
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
