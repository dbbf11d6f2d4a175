import type { Trait } from './traits.ts';

/** Conversations about the environments, in the form that talks.ts describes. */
export const talksAboutPlaces: readonly (readonly [Trait, string])[] = [
  [
    'Stadium',
    `
A More grass please. I like it when the car slides a bit.
B Less grass please. I like it when the car does not.
U Same grass as before then.

A A stadium track where I can see where I am going. Rare these days!
U I removed about two hundred blocks before the upload. It was worse, trust me.

A The boost before checkpoint {cp} sends me straight into the fence.
U Steer before you touch it. On it you are only luggage.

A Dirt and tarmac in one track and both feel good. That is hard to do.
U The change from one to the other took longer than all of the rest.

A Is the inflatable castle solid? Asking for my bumper.
B It is soft. My bumper asked first.

A Ideal for a dedicated server, five minutes and nobody gets bored. Is it ok if I put it in the rotation?
U Please do! Tell me how they liked it.
A They liked it. Two of them asked who you are.

A I drift the turn at checkpoint {cp}, the record does not. Which one is faster?
B Drift costs you {gap}, but it looks better in the replay.
A Looks it is, then.

A Brake tap, half drift, full gas. That is the whole track for me.
B You forgot the swearing.
`,
  ],
  [
    'Desert',
    `
A The American car on this bumpy road is pure comedy. I love it.
U It drives like a sofa. You have to love it.

A I do not touch the brake until the canyon. Is that right?
U That is how I validated it, with my eyes closed.

A Hit the same cactus five times. It is still standing, I am not.
B We all know that cactus.

A That banked turn before checkpoint {cp}! How late can you enter?
U Later than you think, and then a little later again.

A Full speed through the sand and not one wall in the way. Desert as it should be.
U I only build where there is room.
B You say that, and then there is the garage at the end...

A Tyres squeal from start to finish. My neighbours know your track by now.
U Tell them I said hello.
`,
  ],
  [
    'Snow',
    `
A Two wheels on the planks, two wheels in the air. How do you stay on there?
U Do not steer on it. Get it straight before and hope.

A The ice at checkpoint {cp} costs me everything I gained before.
B Let go of all keys for a second. It slides exactly where you need to be.
A Doing nothing is harder than it sounds.

A This little car and a mountain road, more is not needed.
U And a hot drink afterwards.

A Slid past the chalet sideways and the finish was right there. Best accident of the week.
U I would call that a racing line.

A My winter evening is saved. In July.
B It is cold enough in here, my heating is broken.

A How many trees did you put there? My computer is counting them one by one.
U Far too many. I will thin the forest a bit in the next version.
`,
  ],
  [
    'Rally',
    `
A The rally car never does the same thing twice, I swear.
U It does, you do not ;)
A Auch wieder wahr.

A Looks so calm with the fields and the village, and then that turn behind the bridge...
U There is a bale of hay there for a reason.

A Brake before the crest or after it?
B On it. Sounds wrong, works.

A Over the wooden bridge at full throttle, every time with my eyes half shut.
U It holds. I tested with a heavier car.

A I would live there if the rent is ok.
B You could not sleep, we drive past all night.

A Handbrake turns for the whole family. Gold after {many} tries, my best rally ever.
U Proud of you! That gold is not a gift.
`,
  ],
  [
    'Island',
    `
A How fast do you go over the last bridge? I saw 450 and then I saw the sea.
U 450 is fine if you are straight. If not, the water is warm.

A One wheel over the edge and it is a long way down. My heart!
B Look at the middle of the road, not at the sea. Like on a bike.

A I keep taking the wrong side of the pillar at checkpoint {cp}.
U Right side is {gap} faster, left side is the one without the wall.

A Palm trees, warm light, and then a corner out of hell.
U Holidays should not be boring.

A Full throttle for the whole thing. I did not know that this was possible here.
U It took me a week to get there myself. Congratulations!
`,
  ],
  [
    'Bay',
    `
A Almost tipped over in each corner. This car is a fridge on wheels.
U A fridge with a lot of torque. Brake early, gas early.

A You used the houses so well, feels like a real town.
U I looked at photos of harbours for days. My family thinks that we are going on holiday.

A Went through the gap between the towers at checkpoint {cp} on two wheels. Nobody was watching.
B There is a replay button for that.

A Down at the docks I always lose the rear. Any advice?
U Straighten up before the kerb. Then you only lose half of it.

A How did you do the bridge? Mine always has a step in it.
U One block lower than it looks, and the ramp one block later. Took me ages to find.
`,
  ],
  [
    'Coast',
    `
A The little sports car on this road. If it was real I would sell my flat.
B And live in the car?
A With that view, yes.

A The wall outside the hairpin is my best friend. It stops me every time.
U It has my paint on it as well.

A Narrow, twisty, and still fast. How early do you brake for the village?
U At the last pine tree. If you can see the church you are too late.

A Sunday drive until checkpoint {cp}, then war.
B Describes my marriage.

A Lifted once in the whole run and it cost {gap}. That is the kind of track I like.
U No place to hide on this road.
`,
  ],
];
