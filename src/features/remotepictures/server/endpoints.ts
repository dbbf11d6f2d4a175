import { hourSeconds } from '#lib/codes/durations.ts';
import { fileReply } from '#platform/files/serve.ts';
import { action } from '#platform/http/action.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { mayAct, mayDecide, PictureForm } from '../acts.ts';
import { decide } from './acts.ts';
import { pictureByKey, pictureForUpdate } from './repo.ts';

/**
 * GET /remotepicture/:key. Our copy of a picture of another host; shared caches may store it for an hour only, so that blocking
 * it takes effect.
 */
const remotePictureEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request, { key }) {
    const picture = await pictureByKey(ctx, key);
    const blob = picture?.sha256 ? await ctx.files.open(picture.sha256) : null;
    if (!picture?.sha256 || !blob) throw notFound('This picture');
    const headers = { 'content-type': 'image/webp', 'cache-control': `public, max-age=${hourSeconds}` };
    return fileReply(request, { blob, sha256: picture.sha256, modifiedAt: null, headers });
  },
};

const decidePicture = action({
  touches: 'edition',
  input: PictureForm,
  role: mayDecide,
  subject: (tx, { key }) => pictureForUpdate(tx, key),
  allow: ({ viewer }, { state }, { Act }) => mayAct(viewer, state, Act),
  run: decide,
  next: (_, { key }) => routes.remotePictureShow(key),
  form: (_, request) => encodeURI(request.path),
});

/** Pictures of other hosts in messages. */
export const remotePictureRoutes: RouteTable = {
  [get(routes.remotePicture)]: remotePictureEndpoint,
  [post(routes.remotePictureShow)]: decidePicture,
};
