import { fetchPath, type Target } from './client.ts';
import { sample } from './combinations.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Words of one and two letters, which most names contain, none of them searched before. */
const shortWords: readonly string[] = sample(
  [...letters].flatMap((first) => [first, ...[...letters].map((second) => first + second)]),
  300,
);

/** Returns the longest time during which the server sent no other response while four clients search for short words. */
export async function longestStop(
  target: Target,
  usage: () => Promise<{ longestStopMs: number }>,
): Promise<number> {
  const queue = [...shortWords];
  await usage();
  const client = async () => {
    for (let word = queue.pop(); word !== undefined; word = queue.pop())
      await fetchPath(target.port, `/api/tracks?count=40&name=${word}`);
  };
  await Promise.all([1, 2, 3, 4].map(client));
  return (await usage()).longestStopMs;
}
