type TypedArray = Int32Array | Uint32Array | Uint8Array | Float64Array;

/**
 * Returns the array, or a copy with room for `length` elements. A copy is at least half as long again, so that repeated
 * growth stays cheap. New elements are `fill`.
 */
export function withCapacity<A extends TypedArray>(array: A, length: number, fill = 0): A {
  if (length <= array.length) return array;
  const make = array.constructor as new (size: number) => A; // the constructor of the same array type
  const grown = new make(Math.max(length, array.length + (array.length >>> 1), 16));
  grown.set(array);
  if (fill !== 0) grown.fill(fill, array.length);
  return grown;
}
