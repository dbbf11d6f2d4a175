import { deletePack, restorePack } from '../edit/server/deletion.ts';
import { editPack } from '../edit/server/save.ts';
import { changeTracks } from '../tracks/server/step.ts';

/** Moderator actions on trackpacks. */
export const packActs = [deletePack, restorePack, editPack, changeTracks];
