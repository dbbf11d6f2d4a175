import { parseMessage } from './parse.ts';
import { walk } from './tree.ts';

/** At most this many people are notified of one message. */
const maxMentions = 10;

/** The user ids of `[user]` in a message, outside of quotes and code: each once, in reading order, at most ten. */
export function mentionedIn(text: string): readonly number[] {
  const ids = new Set<number>();
  let quotes = 0;
  walk(parseMessage(text), {
    enter(node) {
      if (node.kind === 'quote') quotes += 1;
      if (quotes === 0 && node.kind === 'reference' && node.to === 'user') ids.add(node.id);
    },
    leave(node) {
      if (node.kind === 'quote') quotes -= 1;
    },
  });
  return [...ids].slice(0, maxMentions);
}
