import { routes } from '#routes/routes.ts';
import { demoTrack } from '../tools/demo.ts';
import { newest, type SmokePage } from './smoke-page.ts';

/** A pack of the demo that accepts submissions. */
const openPack = (origin: string) => newest(origin, routes.apiPacks(), 'PackId', '&insubmissions=1');

/** The pages of packs. */
export const packPages: readonly SmokePage[] = [
  {
    name: 'pack',
    file: 'trackpackshow/[id].astro',
    reads: true,
    path: async (origin) => routes.trackPackShow(await newest(origin, routes.apiPacks(), 'PackId')),
  },
  {
    name: 'track manager',
    file: 'trackpackmanage/[packId].astro',
    needs: 'moderator',
    path: async (origin) => routes.trackPackManage(await newest(origin, routes.apiPacks(), 'PackId')),
  },
  {
    name: 'submit to a pack',
    file: 'trackpacksubmit/[packId].astro',
    needs: 'account',
    path: async (origin) => routes.trackPackSubmit(await newest(origin, routes.apiPacks(), 'PackId')),
  },
  {
    name: 'choose a pack',
    file: 'trackpacksubmit/index.astro',
    needs: 'account',
    path: async (origin) => routes.trackPackChoose((await demoTrack(origin)).TrackId),
  },
  {
    name: 'pack search',
    file: 'trackpacksearch/[...kind].astro',
    shows: 'packs',
    path: () => routes.packSearch(),
  },
  {
    name: 'new trackpack',
    file: 'trackpackcreate.astro',
    shows: 'packs that are yet to be',
    needs: 'account',
    path: () => routes.trackPackCreate(),
  },
  {
    name: 'trackpack edit',
    file: 'trackpackedit/[id].astro',
    shows: 'packs',
    needs: 'moderator',
    path: async (origin) => routes.trackPackEdit(await openPack(origin)),
  },
  {
    name: 'trackpack delete',
    file: 'trackpackdelete/[id].astro',
    shows: 'packs',
    needs: 'moderator',
    path: async (origin) => routes.trackPackDelete(await openPack(origin)),
  },
  {
    name: 'deleted trackpacks',
    file: 'trackpackrestore/index.astro',
    shows: 'packs',
    needs: 'account',
    path: () => routes.deletedPacks(),
  },
  {
    name: 'trackpack restore',
    file: 'trackpackrestore/[id].astro',
    shows: 'packs',
    needs: 'moderator',
    // a pack that is not deleted cannot be restored
    status: 404,
    path: async (origin) => routes.trackPackRestore(await openPack(origin)),
  },
];
