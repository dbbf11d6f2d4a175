import { type Asked, fetchPath } from './asking.ts';
import { sample } from './combinations.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Names of one and two letters, which most tracks contain, none of them asked for before. */
const shortWords: readonly string[] = sample(
  [...letters].flatMap((first) => [first, ...[...letters].map((second) => first + second)]),
  300,
);

/** Four clients ask for short words: the longest time in which the server did nothing else. */
export async function longestStop(
  asked: Asked,
  usage: () => Promise<{ longestStopMs: number }>,
): Promise<number> {
  const queue = [...shortWords];
  await usage();
  const client = async () => {
    for (let word = queue.pop(); word !== undefined; word = queue.pop())
      await fetchPath(asked.port, `/api/tracks?count=40&name=${word}`);
  };
  await Promise.all([1, 2, 3, 4].map(client));
  return (await usage()).longestStopMs;
}
