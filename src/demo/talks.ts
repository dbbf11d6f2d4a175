import { talksAboutPlaces } from './talks-places.ts';
import { talksAboutRoutes } from './talks-routes.ts';
import type { Trait } from './traits.ts';

/** A conversation below a track: the first line is a comment, the others are replies to it. */
export interface Talk {
  /** what the track must have for it to make sense; null: nothing */
  readonly about: Trait | null;
  readonly lines: readonly { readonly speaker: Speaker; readonly text: string }[];
}

/** U is the uploader; A, B and C are different visitors. */
type Speaker = 'U' | 'A' | 'B' | 'C';

/**
 * One conversation a paragraph, one line a text, which begins with its speaker. {cp} is one of the track's checkpoints, {gap} a few
 * hundredths of a second, {many} a number of attempts.
 */
type Script = string;

const talksAboutAnything: Script = `
A Where do you lose the time to the record? I am {gap} off and every split looks the same.
U Between checkpoint {cp} and the next one. Stay left a little longer than feels right.
A You were right. Found half of it, the rest is my nerves :)

A Author time beaten by {gap}! Replay is up. Your move :cool:
U Argh. I had it for a whole week. Wait until Sunday.
B Get popcorn, everyone.

A Came for the name, stayed for the ending.
U The name took longer than the ending, so thank you.

A Nice one. The sign after checkpoint {cp} could point a little earlier, I missed the turn three times.
U Good point, moved it one block back in my version. I will upload it when I have collected a few more of these.

A Is the bit at checkpoint {cp} a legal cut or did I just get lucky?
U Legal. I found it myself after I had validated and was too lazy to close it.
B So that is how the top three do it...

A Not my style, but very clean work. Gold after {many} tries.
U From you that is a compliment :D

A Saved it for the evening. Looks quick in the screenshot.
A Evening report: it is quick. Silver only.

A Drove it with the bonnet camera by accident and kept it that way. Try it!
B Just did. Never again, but I laughed a lot.

A Reminds me of what people built in the first year. In a good way.
U I dug out an old half-finished one and started from there, so you are not wrong.

A How long did you build at this?
U Two evenings for the route, two weeks for the corner everybody takes in a second.

A Is anyone still driving this? I am {gap} behind the record and would like company.
B Me, every night around ten.
C Same. I just never save the replay when it goes well.
A Then show yourselves :)

A Respawn at checkpoint {cp} puts me in front of a wall with no speed. Restart is faster.
U Yes, sorry, it is built for one clean run.

A First track of yours that I drove, and now I have been through the whole list. Where were you hiding?
U In the editor, mostly.

A Can you make a version without the last turn? I keep throwing away good runs there.
U Then it would be somebody else's track ;)
B Keep the turn. It is the only place where I am faster than A.

A Small thing: the music is far too loud over my engine.
U Turn it down in the options, the volume comes from your profile.
A Oh. That explains a lot about the last four years.

A I never award first tries, so I drove it {many} times. Award follows.
U That is how it should be done. Cheers!

A What camera do you use for the intro? Mine always ends up inside a wall.
U Three fixed ones and a lot of patience. Never move a camera while the car turns.

A Finish came as a surprise. I braked for a corner that was not there.
B Same, lol.
U Both of you just found the secret of the gold medal.

A Anybody got a clean replay with the keyboard? All the fast ones look like pads to me.
B Mine is keyboard. Tap before checkpoint {cp}, hold after it.
A Thanks, {gap} better straight away.

A gg, found your track on a server and it ran three times in a row because everybody voted for it.
U That makes my day. Which server?
A Some Sunday cup thing, I only remember the beer in the name.

A A bit short for me.
U It is meant to be. Drive it twice.

A Mediatracker shows the ghost car inside the ground at the start here. Just me?
B Here too, gone after a restart.
U Known, it is my first intro. Will learn :)

A Your tracks always have one corner that I hate for a day and love for a year.
U Which one is it this time?
A The one after checkpoint {cp}. Ask me again next summer.

A I get a different line every time and they are all the same speed. How?
U Room. I built it one block wider than I wanted to.

A Did the route change since last week? My old replay looks odd.
U No, but the game saves a best run with whatever line you had. Watch your old one in slow motion.

A Played it with my little brother. He won. Deleting the game now.
B Post his replay!
A He wants his own account first...

A Who is the blue car in the outro?
U A friend who tested it {many} times and only asked for a cameo.

A Good flow, but I see nothing after checkpoint {cp} when the sun is in front of me.
U Camera two. It is also {gap} faster, don't ask me why.

A Hello again after a long time. Good to see that people still build like this.
U Welcome back! Your old record on my first one still stands, by the way.
A I know. I checked before I said hello ;)

A The download was a bit slow here, worth the wait.
B Same, I think the server was having its tea.

A Medal times are very kind. Gold on the third run.
U I would rather have people finish than swear.
B Some of us do both.

A Could I use your ending for a pack intro? With credit of course.
U Sure, send me the link when it is done.

A What did you build first, the start or the middle?
U The middle. I always have a middle and no idea where it comes from or where it goes.

A Tip for everybody stuck on silver: do nothing at checkpoint {cp}. No brake, no steering. It just works.
B Wow. Gold. What?
C I refuse to believe this but I also have gold now.

A Beat my own time by {gap} after {many} runs and I am still sixth. What a list.
B Welcome to the club. Seventh says hi.

A Would love this one reversed.
U I tried! The last jump becomes a very sad wall.

A Just noticed the name on the sign in the background. Nice touch.
U You are the first in all this time. Have a virtual cookie.

A Cannot validate the AT as humanly possible :p
U It took me an afternoon and it was the last run before dinner.

A Fair warning: looks easy, is not.
B Fair warning came too late.

A I keep hitting the same post with my right mirror. Cars in this game do not even have mirrors.
U That post has ended more runs than all corners together. It stays!

A Your best so far. The first half is perfect and the second half is only very good.
U I will print that and hang it over my desk.

A Second try on the laptop: 14 frames a second and still fun.
U Respect. Turn the shadows off, the scenery is not that important.

A I drove the record of this in a dream. Woke up, tried it, hit the first wall.
B Put that on your profile.

A Looking for somebody to hunt this one with, I am about {gap} away from first.
B I am in. Winner buys the other one a track.
A Deal. Loser builds it.
`;

/** The conversations of a script. */
function talksIn(about: Trait | null, script: Script): Talk[] {
  return script
    .trim()
    .split('\n\n')
    .map((paragraph) => ({
      about,
      lines: paragraph.split('\n').map((line) => ({
        speaker: line.charAt(0) as Speaker, // the test checks that every line begins with one
        text: line.slice(2),
      })),
    }));
}

/** All conversations of the demo. */
export const talks: readonly Talk[] = [
  ...talksIn(null, talksAboutAnything),
  ...[...talksAboutRoutes, ...talksAboutPlaces].flatMap(([about, script]) => talksIn(about, script)),
];
