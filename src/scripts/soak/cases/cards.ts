import { setTimeout as sleep } from 'node:timers/promises';
import { hosts } from '../world.ts';
import type { Attack } from './attacker.ts';

/** 100 requests at once for the same card in another width, again and again. */
export const resizedCards: Attack = async (attacker) => {
  const [trackId] = attacker.stage.trackIds;
  await attacker.send(`/trackcard/${trackId}.jpg`);
  attacker.forget();
  return () => attacker.flood(100, () => `/trackcard/${trackId}.jpg?w=600`);
};

/** Every card of tracks and packs of all editions, each until it is drawn; those of users are left to the ordinary visitor. */
export const newCards: Attack = async (attacker) => {
  const cards: { host: string; path: string }[] = [];
  for (const host of hosts) {
    const browser = attacker.browser(undefined, host);
    const idsOf = async (list: string, field: string): Promise<number[]> => {
      const answer = await browser.ask('list', `/api/${list}?count=1000&fields=${field}`);
      const rows: Record<string, number>[] = answer ? JSON.parse(answer.body.toString()).Results : [];
      return rows.flatMap((row) => row[field] ?? []);
    };
    for (const id of await idsOf('tracks', 'TrackId')) cards.push({ host, path: `/trackcard/${id}.jpg` });
    for (const id of await idsOf('trackpacks', 'PackId')) cards.push({ host, path: `/packcard/${id}.jpg` });
  }
  attacker.forget();
  return async () => {
    const one = async () => {
      for (let card = cards.pop(); card && !attacker.isOver; card = cards.pop()) {
        const status = await attacker.send(card.path, { host: card.host });
        if (status === 200) continue;
        cards.unshift(card); // refused: it is still not drawn
        await sleep(20);
      }
    };
    await Promise.all(Array.from({ length: 40 }, one));
  };
};
