/** A file in a zip: stored, not compressed, because Gbx files are compressed already. */
export interface ZipEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Larger numbers do not fit into the fields of the original format: zip64 records contain them. */
const largest16 = 0xffff;
const largest32 = 0xffffffff;

const localBytes = 30;
const centralBytes = 46;
const timeBytes = 9;
const zip64OffsetBytes = 12;
const endBytes = 22;
const zip64EndBytes = 56;
const zip64LocatorBytes = 20;

const plainVersion = 20;
const zip64Version = 45;
/** names are UTF-8 */
const utf8Flag = 1 << 11;
/** made on Unix: the upper half of the external attributes is the mode of the file */
const madeOnUnix = 3 << 8;
const regularFile = 0o100644;

const utf8 = new TextEncoder();

/** The length of an entry's local header: its size and CRC do not matter. */
export const localHeaderBytes = ({ name }: ZipEntry): number =>
  localBytes + utf8.encode(name).length + timeBytes;

/** The length of an entry in the directory; `offset`: of its local header. */
export const directoryEntryBytes = ({ name }: ZipEntry, offset: number): number =>
  centralBytes + utf8.encode(name).length + timeBytes + (offset < largest32 ? 0 : zip64OffsetBytes);

/** The header in front of the bytes of a file. */
export function localHeader(entry: ZipEntry, crc: number): Uint8Array {
  const { bytes, view } = record(localHeaderBytes(entry), 0x04034b50);
  view.setUint16(4, plainVersion, true);
  const name = setFacts(view, 6, entry, crc);
  view.setUint16(28, timeBytes, true);
  bytes.set(name, localBytes);
  setTime(view, localBytes + name.length, entry);
  return bytes;
}

/** The entry of a file in the directory at the end of the zip. */
export function directoryEntry(entry: ZipEntry, crc: number, offset: number): Uint8Array {
  const { bytes, view } = record(directoryEntryBytes(entry, offset), 0x02014b50);
  const isFar = offset >= largest32;
  view.setUint16(4, madeOnUnix | (isFar ? zip64Version : plainVersion), true);
  view.setUint16(6, isFar ? zip64Version : plainVersion, true);
  const name = setFacts(view, 8, entry, crc);
  view.setUint16(30, timeBytes + (isFar ? zip64OffsetBytes : 0), true);
  view.setUint32(38, regularFile * 0x10000, true);
  view.setUint32(42, Math.min(offset, largest32), true);
  bytes.set(name, centralBytes);
  const extraAt = centralBytes + name.length;
  setTime(view, extraAt, entry);
  if (isFar) {
    view.setUint16(extraAt + timeBytes, 1, true);
    view.setUint16(extraAt + timeBytes + 2, 8, true);
    view.setBigUint64(extraAt + timeBytes + 4, BigInt(offset), true);
  }
  return bytes;
}

interface Directory {
  readonly entries: number;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** The records after the directory, with zip64 ones if a number does not fit otherwise. */
export function endOfZip({ entries, offset, sizeBytes }: Directory): Uint8Array {
  const isLarge = entries >= largest16 || offset >= largest32 || sizeBytes >= largest32;
  const { bytes, view } = record(endBytes, 0x06054b50);
  view.setUint16(8, Math.min(entries, largest16), true);
  view.setUint16(10, Math.min(entries, largest16), true);
  view.setUint32(12, Math.min(sizeBytes, largest32), true);
  view.setUint32(16, Math.min(offset, largest32), true);
  return isLarge ? joined(zip64End({ entries, offset, sizeBytes }), bytes) : bytes;
}

function zip64End({ entries, offset, sizeBytes }: Directory): Uint8Array {
  const { bytes, view } = record(zip64EndBytes + zip64LocatorBytes, 0x06064b50);
  view.setBigUint64(4, BigInt(zip64EndBytes - 12), true); // of the rest of this record
  view.setUint16(12, madeOnUnix | zip64Version, true);
  view.setUint16(14, zip64Version, true);
  view.setBigUint64(24, BigInt(entries), true);
  view.setBigUint64(32, BigInt(entries), true);
  view.setBigUint64(40, BigInt(sizeBytes), true);
  view.setBigUint64(48, BigInt(offset), true);
  view.setUint32(zip64EndBytes, 0x07064b50, true);
  view.setBigUint64(zip64EndBytes + 8, BigInt(offset + sizeBytes), true);
  view.setUint32(zip64EndBytes + 16, 1, true);
  return bytes;
}

function record(length: number, signature: number) {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  return { bytes, view };
}

/** Sets the fields that both headers share, from the flags to the length of the name. Returns the name. */
function setFacts(
  view: DataView,
  at: number,
  { name, sizeBytes, modifiedAt }: ZipEntry,
  crc: number,
): Uint8Array {
  if (sizeBytes >= largest32) throw new RangeError(`${name} is too large for a zip: ${sizeBytes} bytes.`);
  const encoded = utf8.encode(name);
  view.setUint16(at, utf8Flag, true);
  view.setUint32(at + 4, dosTime(modifiedAt), true);
  view.setUint32(at + 8, crc, true);
  view.setUint32(at + 12, sizeBytes, true);
  view.setUint32(at + 16, sizeBytes, true);
  view.setUint16(at + 20, encoded.length, true);
  return encoded;
}

/** The time in UTC as an extra field: the time in the header itself has no zone. */
function setTime(view: DataView, at: number, { modifiedAt }: ZipEntry): void {
  view.setUint16(at, 0x5455, true);
  view.setUint16(at + 2, 5, true);
  view.setUint8(at + 4, 1);
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  view.setInt32(at + 5, Math.min(Math.max(0, seconds), 0x7fffffff), true);
}

/** Two seconds exact, from 1980 to 2107. */
function dosTime(at: Date): number {
  const year = at.getUTCFullYear();
  if (year < 1980) return (1 << 21) | (1 << 16);
  const date = ((Math.min(year, 2107) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
