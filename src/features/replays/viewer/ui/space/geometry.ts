import { BufferAttribute, BufferGeometry, Color } from 'three';

/** Collects faces with a colour for each corner, as graphics cards take them. */
export class Faces {
  readonly #places: number[] = [];
  readonly #colours: number[] = [];
  readonly #corners: number[] = [];
  readonly #colour = new Color();

  /** A flat polygon without dents. */
  add(points: readonly (readonly [number, number, number])[], colours: string | readonly string[]): void {
    const first = this.#places.length / 3;
    for (const [at, point] of points.entries()) {
      this.#places.push(...point);
      this.#colour.set(typeof colours === 'string' ? colours : (colours[at] ?? '#000'));
      this.#colours.push(this.#colour.r, this.#colour.g, this.#colour.b);
      if (at >= 2) this.#corners.push(first, first + at - 1, first + at);
    }
  }

  geometry(): BufferGeometry {
    return geometryOf(
      new Float32Array(this.#places),
      new Float32Array(this.#colours),
      new Uint32Array(this.#corners),
    );
  }
}

/** A geometry with normals, which shadows need although faces are lit flat. */
export function geometryOf(
  places: Float32Array,
  colours: Float32Array,
  corners: Uint32Array,
): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  geometry.setIndex(new BufferAttribute(corners, 1));
  geometry.computeVertexNormals();
  return geometry;
}
