/** Reads the size of a GIF from its first bytes; null for anything else. Our uploads accept no GIF, pictures in messages do. */
export function readGifHeader(bytes: Uint8Array): { kind: 'gif'; width: number; height: number } | null {
  if (bytes.length < 13) return null;
  const letters = String.fromCharCode(...bytes.subarray(0, 6));
  if (letters !== 'GIF87a' && letters !== 'GIF89a') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  return width > 0 && height > 0 ? { kind: 'gif', width, height } : null;
}
