import type { Trait } from './traits.ts';

/** Conversations about what a route has, in the form that talks.ts describes. */
export const talksAboutRoutes: readonly (readonly [Trait, string])[] = [
  [
    'jump',
    `
A The jump is random for me. Sometimes it rolls, sometimes it flips.
U Let go of the gas just before the edge. It never flips without gas.
A That was it. Thanks!

A Best landing I have had this month. How did you get it so smooth?
U Moved the landing by one block about thirty times.

A Is it possible to clear the gap without the boost?
B With a perfect run-up, yes. I have done it once and nobody saw it.
A Pics or it did not happen ;)

A I land on my nose every single time.
U Tap the brake in the air, the nose comes up.
A The brake. In the air. Four years and nobody told me...
B Nobody told you because we all want to keep our records.

A Flew over the finish. Literally over it. Does that count?
U It counts as funny.

A Please, one block more of landing. My suspension is asking for mercy.
U There were two more in the first version and it was boring. Sorry, suspension!

A What speed do you have at the take-off? I never get far enough.
U About 320. Below 300 you will meet the wall.

A The moment in the air when you see the rest of the track below you. More of that!
U There is a reason why the intro starts exactly there.

A I jumped so far that I missed checkpoint {cp}.
B Same. Brake in the air or come in slower, both hurt.
`,
  ],
  [
    'loop',
    `
A Where do you brake before the loop? I lose half a second there.
U Not at all. Line up early and go in straight, it forgives the rest.

A Fell out of the loop at the top, landed on the road, drove on, silver medal. I love this game.
U I have tested this for weeks and never seen that. Upload it please!
A Did not save it of course :(

A My stomach says no, my head says one more try.
B Always listen to the head. {many} more tries.

A The loop slows me down so much. Is there a trick?
B Steer a tiny bit to the inside on the way up, and straighten before you come down.
A {gap} better. Witchcraft.

A A loop that is not just there to look good in the screenshot. Well done.
U It did start as decoration, then the route found it.

A Upside down at that speed I cannot tell left from right.
U Neither can I. Close your eyes and count to one.
`,
  ],
  [
    'climb',
    `
A I run out of steam on the climb. Am I doing something wrong?
U You probably brake at the bottom. Carry the speed, the bend is wider than it looks.
A Ahh. Thanks, made it in one go.

A The view from the highest point is worth the climb.
B There is a view? I only ever see the next bend.

A Downhill part is where it all happens. I have won and lost every run there.
U Two people told me to make it less steep. I am glad that I did not listen.

A The car gets light over the crest and then I am a passenger.
U Get the steering straight before it. Then it is only half a passenger.

A How high is it at the top? My camera went through the clouds.
U As high as I could get before the supports looked silly.

A Love that you can see the start from up there.
B I can see my brake marks from up there.

A Lift on the last crest or fly into the scenery. I never lift. I have seen a lot of scenery.
U I put the scenery there for people like you :D
`,
  ],
  [
    'laps',
    `
A Three laps and my best one is always the one before I crash.
B That is because you think about it in the last one. Think about dinner.

A Perfect for LAN nights. Four of us drove it until two in the morning.
U Who won?
A The one who was not tired. Not me.

A Could you make it five laps? Three are over before I have warmed up.
U Not with these medals, I would have to validate it again, and I still hurt from the first time.

A Consistent laps beat fast laps here. Took me {many} runs to believe it.
B And still you will attack in lap three.
A And still I will attack in lap three.

A Does the flying lap count for anything? I had one that was {gap} under my best.
U For bragging rights.
`,
  ],
  [
    'long',
    `
A Great, but one mistake near the end and I am eating my keyboard.
U Respawn is your friend. Finish first, then hunt.

A Made tea at checkpoint {cp}. Still finished with bronze.
U This may be the nicest thing anybody did on my track.

A How does anyone drive this without a mistake? I need a map and a sandwich.
B Learn it in thirds. I never drive the whole thing before the third evening.

A I normally quit long ones halfway. Stayed to the end of this.
U That is the best comment I could get, thanks!

A Every time I think it ends there is another bit. And every time the bit is good.
B Wait until you see the bit after the bit.
`,
  ],
  [
    'short',
    `
A Restart, restart, restart, restart. You have stolen my evening with half a minute of road.
U Half a minute at a time :)

A {many} tries. I counted. Worth it for {gap}.
B Only {many}? Amateur.

A My whole run depends on the first corner. It takes two seconds to know if it is a good one.
U That is why the start is where it is.

A Perfect lunch break track.
B My lunch break was yesterday. I am still here.

A First three in the list are within {gap} of each other, wow.
C And not one of them sleeps.
`,
  ],
  [
    'hard',
    `
A I cannot get past checkpoint {cp}. Is it really meant to be driven that way?
U Yes. Slow in, slow through, slow out. It is not a race there.
A Through! Only took {many} respawns.

A My finger hurts and I am not even halfway.
B Mine hurts and I have finished. It does not get better.

A Somebody please post a replay with bronze so that I know it can be done by humans.
B Posted. I am human. My mother says so.
A Thank you! At least I can see now where I will fail next.

A Hard but fair. I fell off a lot and came back anyway.
U You are exactly who I built it for.

A Took the evening off from hard tracks. Then I saw this one. Did not take the evening off.
U Sorry, not sorry :)
`,
  ],
  [
    'easy',
    `
A Finally something that my dad can finish. He has a bronze medal and tells everyone.
U Tell him that the gold is waiting!

A My first author medal ever!! I know that it is an easy one, still.
U Everybody remembers the first. Congratulations!
B Congrats, now the hunting starts.

A Good one for beginners, and still {gap} between me and the top. Funny how that works.
B Easy to finish and easy to be fast on are two different things.

A Relaxing. I drive it to warm up before the mean ones.
U I drive it to cool down after them.
`,
  ],
  [
    'night',
    `
A Could you add a few lights at checkpoint {cp}? On my screen it is just black.
U Turn your gamma up by one. If I add lights the rest looks flat.

A Headlights only. This is how it should be.
B Says the man with the bright new screen.

A Drove it with the lights in the room off. Nearly fell off my chair at the first turn.
U Then everything works as planned.

A Night mood and this music... I stayed much longer than I wanted to.
B Same here, it is half past two.

A What do the little lights beside the road mean?
U Nothing, they only look nice. But they are on the outside of every turn, if that helps ;)
A It does!
`,
  ],
  [
    'sunset',
    `
A The light! I stopped the car just to look around.
U Then you have found the reason for the third checkpoint being there.

A Sun right in my eyes after the start, and somehow it makes the track better.
B You two and your sunsets. I drive everything with the lowest settings.

A Used the outro as my desktop picture. I hope that is ok.
U More than ok. Send me a screenshot!
`,
  ],
  [
    'Platform',
    `
A Zero respawns possible? My best is two and both are at checkpoint {cp}.
U I have a run with zero. It took me all of Saturday.
B One here. So near, so far.

A The time does not matter, they said. Take it easy, they said. I have been sweating for an hour.
U But you have not respawned, have you?
A ...once.

A Where do I go after checkpoint {cp}? I see three ways and all of them end in the air.
U The middle one does not end. It only looks like it.
A You are evil. Award.

A I count on nobody looking at my times here, only at the zero.
B We look at both.
`,
  ],
  [
    'Stunts',
    `
A How do you get the points from the second ramp? I only get a basic flip.
U Turn before you leave the ramp, not after. Then it counts as a spin on top.

A 20 seconds left and nothing to jump off anymore. Do you go back?
B I turn round at checkpoint {cp} and do the big one twice.
A Sneaky. Trying that.

A Landed on the roof, slid over the line, still more points than before. Stunts makes no sense and I like it.
U The roof is half of the score.

A Who needs a route when you have ramps like these.
U There is a route, somewhere. Nobody has found it so far.
`,
  ],
  [
    'Puzzle',
    `
A Is there one solution or several? Just yes or no, no spoilers!
U Several. Mine is not the fastest.

A I have three blocks left over. Bad sign?
U Good sign. Somebody has five left over.
A Back to the editor it is.

A Stuck for two evenings. Then my sister looked at it once and asked why I do not go under it.
U Give your sister an award from me.

A Please keep the fast replays secret a bit longer, I want to find it alone.
B Agreed. At least until the weekend.
`,
  ],
  [
    'beta',
    `
A Nice so far! The first half feels finished, from checkpoint {cp} on I could not tell where to go.
U Thanks, that is the part I am not sure about either. Arrows come next.

A Please do not make it easier. The start is exactly right.
B I would make the start a bit easier.
U Thank you both, that helps a lot :D

A Works here. Only the finish is hard to see against the wall.
U Will be moved. Thanks for testing.

A When is the release? I would like to put it on the Friday server.
U When the second half does not bore me any more. Two weeks, I hope.
`,
  ],
];
