import { randomUUID } from 'node:crypto';
import type { Person } from '../person.ts';
import { pick } from '../world.ts';
import type { Attack, Attacker } from './attacker.ts';

const postsOfEach = 16;
const longest = 20_000;

/** Posts a text in the first thread that takes it. Accounts post once each, as the next post may only follow after some seconds. */
async function post({ stage }: Attacker, browser: Person, text: string): Promise<boolean> {
  for (const threadId of stage.threadIds) {
    const answer = await browser.post('post', `/postreply/${threadId}`, { Text: text }, [200, 303]);
    if (answer) return true;
  }
  return false;
}

/** Posts of the greatest length: spaces between two words, and links to pages of the site without any markup. */
export const costlyTexts: Attack = async (attacker) => {
  const word = `soaked${randomUUID().slice(0, 8)}`;
  const spaces = `${word} ${' '.repeat(longest - 60)} end`;
  const link = `http://${attacker.stage.host}/trackshow/1 `;
  const links = `${word} ${link.repeat(Math.floor((longest - 60) / link.length))}`;
  const authors: number[] = [];
  let posted = 0;
  for (let n = 0; n < 2 * postsOfEach; n++) {
    // accounts of one address may not register as often as this case needs
    const { browser } = await attacker.register(`198.51.100.${n + 1}`);
    if (await post(attacker, browser, n < postsOfEach ? spaces : links)) posted += 1;
    const viewer = await browser.ask('viewer', '/api/viewer', { headers: { accept: 'application/json' } });
    const userId = viewer && JSON.parse(viewer.body.toString()).User?.UserId;
    if (typeof userId === 'number') authors.push(userId);
  }
  if (posted === 0) attacker.missed.push('no costly post was accepted, so this case tested nothing');
  attacker.forget();
  const paths = [`/forumsshow?query=${word}`, ...authors.map((userId) => `/usershow/${userId}?show=posts`)];
  return () => attacker.flood(4, () => (Math.random() < 0.5 ? paths[0] : pick(paths)));
};
