import { reply, startConversation } from '#features/messages/server/actions.ts';
import { markRead } from '#features/messages/server/conversation-state.ts';
import { mayReply, mayWriteTo } from '#features/messages/server/policy.ts';
import { ownConversation, recipientsById } from '#features/messages/server/repo.ts';
import { daysBefore, hourMs } from '#lib/codes/durations.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { actAs, named, type Scene } from './scene.ts';

/** A conversation: who is in it, and what each writes, at most a few hours after the one before. */
interface Talk {
  readonly people: readonly [starter: string, ...others: string[]];
  readonly subject: string;
  readonly daysAgo: number;
  readonly messages: readonly (readonly [name: string, text: string])[];
  /** those who have not opened it since */
  readonly unread?: readonly string[];
}

const talks: readonly Talk[] = [
  {
    people: ['bob', 'mo'],
    subject: 'A time that cannot be',
    daysAgo: 34,
    messages: [
      ['bob', 'Have you seen the new first place on my trial track? It skips the [b]whole middle part[/b].'],
      ['mo', 'I have. Please report the replay, then all of us see it and you get an answer.'],
      ['bob', 'Done. Thank you :)'],
    ],
  },
  {
    people: ['alice', 'bob', 'carol', 'mo'],
    subject: 'Trackpack for the winter',
    daysAgo: 9,
    messages: [
      ['alice', 'Shall we build one together? Ten tracks, [i]none longer than a minute[/i].'],
      ['carol', 'I am in. I have two that nobody has seen yet.'],
      ['bob', 'Me too, if there is room for something slow.'],
      ['alice', '[quote=bob]if there is room for something slow[/quote]There is. One.'],
      ['mo', 'I shall test them all. Send me the secret links.'],
      ['carol', 'The first one is on its way ;)'],
    ],
    unread: ['mo'],
  },
  {
    people: ['Kestrel', 'mo'],
    subject: 'Thanks for the feature',
    daysAgo: 2,
    messages: [['Kestrel', 'That made my day. Thank you!']],
    unread: ['mo'],
  },
  {
    people: ['mo', 'first-gear'],
    subject: 'Welcome',
    daysAgo: 18,
    messages: [
      ['mo', 'Welcome! If a track refuses your replay, write to me and I will have a look at it.'],
      ['first-gear', 'Thanks! So far all of them work, I am just slow.'],
    ],
  },
];

/** A few conversations between users of the cast, written as they would write them. */
export async function seedMessages(scene: Scene): Promise<void> {
  const { tx } = scene;
  for (const { people, subject, daysAgo, messages, unread = [] } of talks) {
    const start = daysBefore(tx.clock.now(), daysAgo);
    let conversationId = 0;
    for (const [index, [name, Text]] of messages.entries()) {
      const sender = actAs(tx, named(scene, name), new Date(start.getTime() + 5 * index * hourMs));
      if (index === 0) {
        const others = people.filter((other) => other !== name).map((other) => named(scene, other).userId);
        const recipients = await recipientsById(sender, others);
        assertAllowed(mayWriteTo(sender.viewer, recipients, 'new'));
        const form = {
          To: others,
          Names: [],
          Subject: subject,
          Text,
          Official: 'false',
          Reason: '',
        } as const;
        conversationId = (await startConversation(sender, recipients, form)).ConversationId;
      } else {
        const conversation = await ownConversation(sender, conversationId);
        assertAllowed(mayReply(sender.viewer, conversation));
        await reply(sender, conversation, Text);
      }
    }
    for (const name of people)
      if (!unread.includes(name))
        await markRead(actAs(tx, named(scene, name), tx.clock.now()), conversationId, 'newest');
  }
}
