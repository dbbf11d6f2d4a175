import sharp from 'sharp';
import { type RemoteRequest, readOnlyRemote } from '#platform/remote/remote.ts';

/** A video site: its descriptions of videos by id, every request to it, and one picture for all videos. */
export async function fakeVideoSite() {
  const answers = new Map<string, unknown>();
  const requests: { url: string; request: RemoteRequest }[] = [];
  const brown = { width: 480, height: 360, channels: 3, background: '#804020' } as const;
  const bytes = await sharp({ create: brown }).jpeg().toBuffer();
  const remote = readOnlyRemote(async (url, request) => {
    requests.push({ url, request });
    if (!url.includes('oembed')) return { url, type: 'image/jpeg', bytes };
    const answer = answers.get(/v%3D([\w-]{11})/.exec(url)?.[1] ?? '');
    if (answer instanceof Error) throw answer;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? {});
    return { url, type: 'application/json', bytes: new TextEncoder().encode(text) };
  });
  return { remote, answers, requests };
}
