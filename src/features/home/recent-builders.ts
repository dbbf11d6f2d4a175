/** Who uploaded how many of these tracks, most first; equal numbers keep the order of the newest upload. */
export function recentBuilders(
  tracks: readonly { Uploader: { UserId: number; Name: string } }[],
  most: number,
): { userId: number; name: string; tracks: number }[] {
  const builders = new Map<number, { userId: number; name: string; tracks: number }>();
  for (const { Uploader } of tracks) {
    const before = builders.get(Uploader.UserId)?.tracks ?? 0;
    builders.set(Uploader.UserId, { userId: Uploader.UserId, name: Uploader.Name, tracks: before + 1 });
  }
  return [...builders.values()].sort((a, b) => b.tracks - a.tracks).slice(0, most);
}
