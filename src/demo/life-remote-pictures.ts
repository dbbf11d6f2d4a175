import { environmentById } from '#lib/codes/environment.ts';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { type Remote, RemoteRefusal } from '#platform/remote/remote.ts';
import { fetchPicture } from '#platform/remote-pictures/fetch.ts';
import { addPictures } from '#platform/remote-pictures/remember.ts';
import { packPicture } from './pictures.ts';
import { lostPicture, shownPicture } from './remote-pictures.ts';
import type { Scene } from './scene.ts';

/** The pictures of other hosts that a post names, fetched by the function of the job, from a host that is drawn here. */
export async function seedRemotePictures({ tx }: Scene): Promise<void> {
  const environment = environmentById(tx.site.environments[0] ?? 0)?.name ?? 'Stadium';
  const remote: Remote = {
    async get(url) {
      if (url !== shownPicture) throw new RemoteRefusal('missing', 'There is nothing at this address.');
      return { url, type: 'image/png', bytes: await packPicture(tx, seededRandom(2009), environment) };
    },
  };
  for (const pictureId of await addPictures(tx, [shownPicture, lostPicture])) {
    await fetchPicture({ ...tx, remote }, pictureId);
  }
}
