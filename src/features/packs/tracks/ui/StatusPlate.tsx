import { PackTrackStatus, packStatusNames } from '#lib/codes/pack.ts';

/** The look of each status; the colour repeats what the label says. */
const looks: Readonly<Record<number, string>> = {
  [PackTrackStatus.pending]: 'lab--info',
  [PackTrackStatus.approved]: 'lab--ok',
  [PackTrackStatus.changesRequested]: 'lab--warn',
  [PackTrackStatus.rejected]: 'lab--bad',
  [PackTrackStatus.retired]: 'lab--plain',
};
const names = new Map<number, string>(packStatusNames);

/** The status of a track in a pack as a label. */
export function StatusPlate({ status }: { status: number }) {
  return <span className={`lab ${looks[status]}`}>{names.get(status)}</span>;
}
