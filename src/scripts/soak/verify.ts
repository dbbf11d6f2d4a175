import { visitorOf, type World } from './world.ts';

/** Checks that everything acknowledged by the server is stored; returns what is missing, as text. */
export async function verifyStored(world: World): Promise<string[]> {
  const wrong: string[] = [];
  const visitor = visitorOf(world);
  for (const { trackId, bytes, name } of world.uploads) {
    const file = await visitor.ask('verify', `/trackgbx/${trackId}`);
    if (!file?.body.equals(bytes)) wrong.push(`track ${trackId} was acknowledged and is not what was sent`);
    const answer = await visitor.ask('verify', `/api/tracks?id=${trackId}&fields=TrackName`);
    const stored = answer && JSON.parse(answer.body.toString()).Results[0]?.TrackName;
    if (name !== null && stored !== name) wrong.push(`track ${trackId} is called "${stored}", not "${name}"`);
  }
  for (const commentId of world.comments) {
    const answer = await visitor.ask('verify', `/api/tracks/comments?id=${commentId}&fields=CommentId`);
    const found = answer && JSON.parse(answer.body.toString()).Results.length;
    if (found !== 1) wrong.push(`comment ${commentId} was acknowledged and is lost`);
  }
  return wrong;
}
