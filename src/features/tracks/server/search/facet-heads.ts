/** no link */
export const end = -1;

/** The first link of each facet's chain: a table of packed numbers, where a Map would hold an object for each. */
export class FacetHeads {
  private facets = new Uint32Array(64);
  /** link + 2; 0: nothing was ever here */
  private links = new Int32Array(64);
  private taken = 0;

  get(facet: number): number {
    const link = this.links[this.slotOf(facet)] as number; // a slot of the table
    return link === 0 ? end : link - 2;
  }

  /** `end`: there is no chain any more. */
  set(facet: number, link: number): void {
    if ((this.taken + 1) * 5 > this.links.length * 3) this.grow();
    const slot = this.slotOf(facet);
    if (this.links[slot] === 0) {
      if (link === end) return;
      this.taken += 1;
      this.facets[slot] = facet;
    }
    this.links[slot] = link + 2;
  }

  private slotOf(facet: number): number {
    const mask = this.links.length - 1;
    // kinds differ in the high bits, neighbours in the low ones: both must count
    let slot = (Math.imul(facet ^ (facet >>> 15), 0x9e3779b1) >>> 7) & mask;
    while (this.links[slot] !== 0 && this.facets[slot] !== facet) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const [facets, links] = [this.facets, this.links];
    this.facets = new Uint32Array(facets.length * 2);
    this.links = new Int32Array(links.length * 2);
    this.taken = 0;
    for (const [at, link] of links.entries()) if (link > end + 2) this.set(facets[at] as number, link - 2); // as long as links
  }
}
