import { noticeHtml, noticePlace } from '#lib/switches/notice.ts';
import { withoutRegistration } from '#lib/switches/registration.ts';
import { type StaticFile, withBody } from '#platform/http/static-files.ts';

/** What the settings of an edition change in its prerendered pages. */
interface Shown {
  readonly notice: string;
  readonly canRegister: boolean;
}

const made = new WeakMap<StaticFile, Shown & { readonly file: StaticFile }>();

/** A page of the build as the settings of its edition show it: made when they change, not for each request. */
export function switchedPage(file: StaticFile, { notice, canRegister }: Shown): StaticFile {
  if (!file.isPage || (notice === '' && canRegister)) return file;
  const known = made.get(file);
  if (known?.notice === notice && known.canRegister === canRegister) return known.file;
  const built = file.plain.body.toString();
  const offered = canRegister ? built : withoutRegistration(built);
  // a function, because a text may contain what `replace` would read as a pattern
  const body = offered.replace(noticePlace, () => noticeHtml(notice));
  const changed = withBody(file, Buffer.from(body));
  made.set(file, { notice, canRegister, file: changed });
  return changed;
}
