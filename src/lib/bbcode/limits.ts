/**
 * How much of a message is parsed as BB-code: `characters`, opening `tags`, nesting `depth`, nested `quotes`, `images`,
 * `smileys`, and bare `addresses` that become links. Anything beyond is shown as typed, so that nothing is lost. Together they
 * bound the elements of a message, and with the number of messages on a page the work for a page.
 */
export interface Limits {
  readonly characters: number;
  readonly tags: number;
  readonly depth: number;
  readonly quotes: number;
  readonly images: number;
  readonly smileys: number;
  readonly addresses: number;
}

/** The limits of every message on the site. */
export const MESSAGE_LIMITS: Limits = {
  characters: 20_000,
  tags: 200,
  depth: 10,
  quotes: 3,
  images: 20,
  smileys: 200,
  addresses: 100,
};

/** What all messages of a page may have together of tags, of smileys and of bare addresses. */
const onPage = 4000;
/** What each may have, however many there are. */
const leastShare = 20;

/** The limits of each message on a page with this many: up to twenty have those of a single one, more share them equally. */
export function limitsAmong(messages: number): Limits {
  const share = Math.max(leastShare, Math.floor(onPage / Math.max(1, messages)));
  const { tags, smileys, addresses } = MESSAGE_LIMITS;
  return {
    ...MESSAGE_LIMITS,
    tags: Math.min(tags, share),
    smileys: Math.min(smileys, share),
    addresses: Math.min(addresses, share),
  };
}
