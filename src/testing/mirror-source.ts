import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { app } from '#app.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import { runOf } from './checked-replays.ts';
import { testCtx } from './ctx.ts';
import { testDb } from './db.ts';
import { addTracks } from './pack-tracks.ts';
import { createsPack } from './packs.ts';
import { pngOf } from './pictures.ts';
import { posted } from './replays.ts';
import { startSmallServer } from './small-server.ts';
import { Person } from './track-people.ts';
import { fileSpec } from './tracks.ts';
import { entry, Uploader } from './uploader.ts';

/** Answers a request instead of the site, or returns false to let it answer. */
export type Interference = (path: string, response: ServerResponse) => boolean;

/** A site with tracks, replays, comments, awards and a pack, behind a proxy that can misbehave. */
export async function mirrorSource() {
  const { db } = await testDb({ max: 8 });
  const world = await testCtx({ db, site: 'tmnf' });
  const ann = await Person.of(world);
  const ben = await Person.of(world);
  world.clock.forward({ days: 3 });
  const files: { uid: string; file: Buffer; blocks: ReturnType<typeof fileSpec>['blocks'] }[] = [];
  const tracks: number[] = [];
  const upload = async (name: string, fields: Record<string, string | Buffer> = {}) => {
    const uid = `Mirrored_${name}_${'x'.repeat(12)}`.slice(0, 27);
    const spec = fileSpec({ uid, name });
    const file = Buffer.from(writeChallenge(spec));
    world.clock.forward({ hours: 1 });
    const http = await Uploader.of(ann.ctx);
    const { results } = await http.publish(
      entry(0, { TrackFile: file, TrackName: `$f00${name}`, ...fields }),
    );
    const [result] = results;
    if (!result || !('TrackId' in result)) throw new Error(JSON.stringify(results));
    tracks.push(result.TrackId);
    files.push({ uid, file, blocks: spec.blocks });
    return result.TrackId;
  };
  await upload('One', { AuthorComments: '[b]Hello[/b]', Tags: '1,7', Difficulty: '2' });
  await upload('Two', { 'ScreenshotFiles[0].ScreenshotFile': await pngOf(640, 480) });
  await upload('Three');
  await upload('Four');
  const driver = await Uploader.of(ben.ctx);
  const drive = (n: number, timeMs: number) => {
    world.clock.forward({ hours: 1 });
    const driven = files[n];
    if (!driven) throw new Error(`There is no track ${n}.`);
    return posted(driver, runOf({ ...driven, trackId: tracks[n] ?? 0 }, undefined, { timeMs, seed: timeMs }));
  };
  await drive(0, 45_000);
  await drive(0, 44_000);
  await drive(1, 50_000);
  const say = async (
    who: Person,
    trackId: number,
    kind: 'comment' | 'award',
    text: string,
    replyTo?: number,
  ) => {
    world.clock.forward({ hours: 1 });
    const query = replyTo === undefined ? '' : `?replyTo=${replyTo}`;
    const answer = await who.post(`/commentupdate/${trackId}/${kind}/0${query}`, { Comment: text });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.problem));
    return answer.json<{ CommentId: number }>().CommentId;
  };
  const [one = 0, two = 0, three = 0] = tracks;
  const first = await say(ben, one, 'comment', 'What a start');
  await say(ann, one, 'comment', 'Thank you', first);
  await say(ben, two, 'award', 'The best of the year');
  const pack = await createsPack(ann, { Description: 'For evenings', Visibility: 'public' });
  await addTracks(ann, pack, [three, one]);
  const showPicture = async (who: Person, path: string, picture: Buffer) => {
    const form = new FormData();
    form.append('Picture', new File([new Uint8Array(picture)], 'picture.png'));
    const { status } = await (await Uploader.of(who.ctx)).ask('POST', path, { form });
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  await showPicture(ben, '/useredit/avatar', await pngOf(300, 300));
  await showPicture(ann, `/trackpackedit/${pack}`, await pngOf(640, 360));

  const server = await startSmallServer({
    sites: [world.site],
    services: world,
    routes: app.routes,
    trustProxy: false,
  });
  let interference: Interference = () => false;
  /** paths of files that were sent completely */
  const sentFiles: string[] = [];
  let requests = 0;
  const proxy = createServer((incoming, response) => {
    requests += 1;
    const path = incoming.url ?? '';
    if (interference(path, response)) return;
    const onward = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        headers: { ...incoming.headers, host: world.site.host },
        agent: false,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
        if (
          /^\/(?:trackgbx|recordgbx|(?:trackshow\/\d+\/image|trackpackshow\/\d+\/thumb|users\/(?:avatar|banner)))\//.test(
            path,
          ) &&
          answer.statusCode === 200
        )
          response.on('finish', () => sentFiles.push(path));
      },
    );
    onward.on('error', () => response.destroy());
    onward.end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo; // it listens on TCP
  return {
    world,
    ann,
    ben,
    tracks,
    pack,
    say,
    showPicture,
    drive,
    upload,
    port: server.port,
    origin: `http://source.localhost:${port}`,
    sentFiles,
    requests: () => requests,
    interfere: (with_: Interference | null) => {
      interference = with_ ?? (() => false);
    },
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await server.stop();
    },
  };
}
export type MirrorSource = Awaited<ReturnType<typeof mirrorSource>>;
