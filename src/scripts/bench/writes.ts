import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import { accountToken, tokenHeader } from '#platform/anti-forgery.ts';
import { signIn } from '#platform/auth/session.ts';
import type { Ctx } from '#platform/context.ts';
import { fetchPath, sendForm, type Target } from './client.ts';
import { type Times, timesOf } from './times.ts';

export interface TimedWrite {
  readonly title: string;
  readonly times: Times;
}

/** The limits of one user are too low for the benchmark, so several users share the work. */
const writers = 80;

/** The first writes are not counted, because every connection prepares its statements. */
const warming = 40;

interface Writer {
  readonly userId: number;
  readonly headers: Record<string, string>;
}

/** Publishes and awards over HTTP with every index in place; new rows must be in the lists with the response. */
export async function timeWrites(plain: Ctx, { port }: Target, most: number): Promise<TimedWrite[]> {
  const people = await writersOf(plain);
  const publishing: number[] = [];
  const awarding: number[] = [];
  const finding: number[] = [];
  const begins = async (query: string, wanted: number) => {
    const list = await fetchPath(port, `/api/tracks?fields=TrackId&count=1&${query}`);
    finding.push(list.ms);
    const found = JSON.parse(list.body).Results[0]?.TrackId;
    if (found !== wanted) throw new Error(`The list ${query} begins with ${found}, not with ${wanted}.`);
  };
  let before = 0;
  for (let n = -warming; n < most; n++) {
    if (n === 0) for (const times of [publishing, awarding, finding]) times.length = 0;
    const writer = people[(n + warming) % people.length];
    if (!writer) break;
    const name = `Measured ${n}`;
    const { ms, id } = await publish(port, writer, n, name);
    publishing.push(ms);
    await begins('order1=2', id);
    await begins(`order1=2&name=${encodeURIComponent(name)}`, id);
    await begins(`order1=2&authoruserid=${writer.userId}`, id);
    if (before > 0) {
      // a track of another user
      const text = new URLSearchParams({ Comment: `A fine line through the curves, number ${n}.` });
      awarding.push((await send(port, `/commentupdate/${before}/award/new`, writer, text)).ms);
      await begins(`order1=32&awardedby=${writer.userId}`, before);
    }
    before = id;
  }
  return [
    { title: 'publish a track', times: timesOf(publishing) },
    { title: 'give an award', times: timesOf(awarding) },
    { title: 'first list after that', times: timesOf(finding) },
  ];
}

/** Only the second step is measured: the file was analysed by another process. */
async function publish(port: number, writer: Writer, number: number, name: string) {
  const file = new File([trackFile(number)], 'a.Challenge.Gbx');
  const { body: analysis } = await send<{ UploadKey: string | null }>(
    port,
    '/trackupload/analyse',
    writer,
    multipart({ TrackFile: file }),
  );
  const { ms, body } = await send<{ Results: { TrackId?: number }[] }>(
    port,
    '/trackupload',
    writer,
    multipart({
      'TrackEntries[0].UploadKey': analysis.UploadKey ?? '',
      'TrackEntries[0].TrackName': name,
      'TrackEntries[0].Difficulty': '1',
      'TrackEntries[0].Tags': '7',
    }),
  );
  return { ms, id: body.Results[0]?.TrackId ?? 0 };
}

async function writersOf(plain: Ctx): Promise<Writer[]> {
  const rows = await plain.db
    .selectFrom('profile')
    .where('site', '=', plain.site.code)
    .where('user_id', '<=', writers)
    .select(['user_id', 'account_id'])
    .execute();
  return Promise.all(
    rows.map(async ({ user_id, account_id }) => {
      const { setCookie } = await signIn(plain, { cookies: {}, secure: false }, account_id);
      const cookie = setCookie.split(';')[0] ?? '';
      return {
        userId: user_id,
        headers: { cookie, accept: 'application/json', [tokenHeader]: accountToken(plain, account_id) },
      };
    }),
  );
}

async function send<Body>(
  port: number,
  path: string,
  { headers }: Writer,
  form: FormData | URLSearchParams,
): Promise<{ ms: number; body: Body }> {
  const { ms, status, body } = await sendForm(port, path, headers, form);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
  return { ms, body: JSON.parse(body) };
}

function multipart(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** A small track that was never uploaded before, not even by an earlier run. */
const trackFile = (number: number) =>
  Buffer.from(
    writeChallenge({
      game: 'TMF',
      environment: 'Stadium',
      uid: `Measured_${Date.now().toString(36)}_${number}`,
      name: `Measured ${number}`,
      authorLogin: 'builder',
      blocks: sampleBlocks({ environment: 'Stadium', seed: number }),
      authorTimeMs: 41_280,
      gold: 44_000,
      silver: 50_000,
      bronze: 62_000,
    }),
  );
