type Packed = Int32Array | Uint32Array | Uint8Array | Float64Array;

/** The array, or a longer copy when `length` does not fit: half as much again, so that growing stays cheap. */
export function roomFor<A extends Packed>(array: A, length: number, fill = 0): A {
  if (length <= array.length) return array;
  const make = array.constructor as new (size: number) => A; // a packed array's own kind
  const grown = new make(Math.max(length, array.length + (array.length >>> 1), 16));
  grown.set(array);
  if (fill !== 0) grown.fill(fill, array.length);
  return grown;
}
