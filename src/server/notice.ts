import { noticeHtml, noticePlace } from '#lib/switches/notice.ts';
import { type StaticFile, withBody } from '#platform/http/static-files.ts';

const made = new WeakMap<StaticFile, { readonly notice: string; readonly file: StaticFile }>();

/** A page of the build with the notice of its edition in it: made when the notice changes, not for each request. */
export function withNotice(file: StaticFile, notice: string): StaticFile {
  if (!file.isPage || notice === '') return file;
  const known = made.get(file);
  if (known?.notice === notice) return known.file;
  // a function, because a text may contain what `replace` would read as a pattern
  const body = file.plain.body.toString().replace(noticePlace, () => noticeHtml(notice));
  const changed = withBody(file, Buffer.from(body));
  made.set(file, { notice, file: changed });
  return changed;
}
