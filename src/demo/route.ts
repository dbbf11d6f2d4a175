import type { EnvironmentName } from '#lib/codes/environment.ts';
import { grids } from '#lib/drawing/space/grid.ts';
import type { BlockSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { below } from '#lib/gbx/tools/random.ts';
import { type RoadFamily, roadFamilies, shapeOf } from './route-blocks.ts';
import {
  ahead,
  cornerVariant,
  joined,
  type Place,
  passed,
  placed,
  port,
  type Stretch,
  through,
} from './route-pieces.ts';

type Random = () => number;

export const isCheckpoint = (name: string): boolean => /check/i.test(name);

/** What a builder had in mind: how often each kind of piece follows. */
const routeIdeas = {
  speed: { straight: 4, curve: 5, boost: 2, extra: 2, up: 1, down: 2 },
  tech: { straight: 3, turn: 6, curve: 2, extra: 1, up: 1, down: 1 },
  hill: { straight: 1, turn: 2, curve: 3, up: 6, down: 4, extra: 1 },
  jumps: { straight: 4, turn: 1, curve: 3, jump: 4, boost: 2, up: 3, down: 1 },
  loops: { straight: 3, curve: 4, loop: 3, boost: 2, up: 1, down: 1 },
  spiral: { straight: 1, curve: 8, up: 6, down: 1 },
  mixed: { straight: 3, turn: 3, curve: 3, up: 2, down: 2, jump: 1, loop: 1, boost: 1, extra: 2 },
} as const satisfies Record<string, Partial<Record<Step, number>>>;

export type RouteIdea = keyof typeof routeIdeas;
type Step = 'straight' | 'turn' | 'curve' | 'up' | 'down' | 'jump' | 'loop' | 'boost' | 'extra';

/** A way that a car can drive from start to finish. */
export interface Route {
  readonly blocks: readonly BlockSpec[];
  /** where the car passes, in this order; named after the block there */
  readonly line: readonly BlockSpec[];
  /** the cells below it */
  readonly cells: readonly { readonly x: number; readonly z: number }[];
}

/** Continues a route in the blocks of one family. */
class Builder {
  private readonly stretches: Stretch[] = [];
  private readonly environment: EnvironmentName;
  private readonly family: RoadFamily;
  private readonly random: Random;
  private at: Place;

  constructor(environment: EnvironmentName, family: RoadFamily, random: Random, at: Place) {
    this.environment = environment;
    this.family = family;
    this.random = random;
    this.at = at;
    this.add(passed(environment, family.start, at, true));
    this.add(this.road());
  }

  private road(): Stretch | null {
    return through(this.environment, this.family.road, this.at);
  }

  /** Adds it if there is room. */
  add(stretch: Stretch | null): boolean {
    if (!stretch || !this.hasRoom(stretch)) return false;
    this.stretches.push(stretch);
    this.at = stretch.end;
    return true;
  }

  /** Nothing else is near, or far enough above or below, and so it is where the road goes on. */
  private hasRoom({ taken, end }: Stretch): boolean {
    const { level, highest } = this.family;
    const clearance = Math.ceil(18 / grids[this.environment].step);
    const isFree = ({ x, y, z, top }: Stretch['taken'][number], last: number) =>
      x >= margin &&
      z >= margin &&
      x < side - margin &&
      z < side - margin &&
      y >= level &&
      y <= level + highest &&
      !this.stretches
        .slice(0, -last)
        .some((stretch) =>
          stretch.taken.some(
            (other) =>
              Math.abs(other.x - x) <= 1 &&
              Math.abs(other.z - z) <= 1 &&
              other.y < top + clearance &&
              y < other.top + clearance,
          ),
        );
    return taken.every((cell) => isFree(cell, 2)) && isFree({ ...end, top: end.y + 1 }, 1);
  }

  step(kind: Step): boolean {
    const { environment, family, random } = this;
    const any = <T>(list: readonly T[] | undefined): T | undefined => list?.[below(random, list.length)];
    switch (kind) {
      case 'straight':
        return this.add(this.road()) && (random() < 0.4 || this.add(this.road()) || true);
      case 'turn':
        return this.add(this.corner(random() < 0.5));
      case 'curve': {
        const name = any(family.curves);
        return name ? this.add(through(environment, name, this.at, random() < 0.5)) : this.step('turn');
      }
      case 'up':
      case 'down':
        return this.slope(any(family.slopes), kind === 'up');
      case 'jump':
        return family.ramp !== undefined && this.add(this.jump(family.ramp));
      case 'loop':
        return family.loop !== undefined && this.add(this.loop(family.loop));
      case 'boost':
        return family.boost !== undefined && this.add(through(environment, family.boost, this.at));
      case 'extra': {
        const name = any(family.extras);
        return name !== undefined && this.add(through(environment, name, this.at));
      }
      default:
        return kind satisfies never;
    }
  }

  checkpoint(): boolean {
    return this.add(passed(this.environment, this.family.checkpoint, this.at)) && this.add(this.road());
  }

  private corner(isLeft: boolean): Stretch {
    const { road } = this.family;
    const shape = shapeOf(this.environment, road);
    const out = (this.at.heading + (isLeft ? 3 : 1)) % 4;
    const back = (this.at.heading + 2) % 4;
    const stretch = placed(road, shape, this.at, port(2), port(isLeft ? 3 : 1));
    // a corner is open to its own direction and the next one
    const direction = (back + 1) % 4 === out ? back : out;
    return {
      ...stretch,
      blocks: stretch.blocks.map((block) => ({ ...block, direction, variant: cornerVariant })),
    };
  }

  private slope(names: readonly string[] | undefined, isUp: boolean): boolean {
    const { environment } = this;
    const isRising = (name: string) => {
      const [first, second] = shapeOf(environment, name).ports;
      return (second?.step ?? 0) > (first?.step ?? 0);
    };
    const [name, ...others] = names === undefined ? [] : isUp ? names : names.toReversed();
    if (name === undefined) return false;
    let stretch = through(environment, name, this.at, isRising(name) !== isUp);
    for (const next of others)
      stretch = stretch && joined(stretch, (at) => through(environment, next, at, isRising(next) !== isUp));
    return this.add(stretch);
  }

  /** A run-up, a ramp, some cells of air, and the road goes on. */
  private jump(ramp: string): Stretch | null {
    const { environment, family, random } = this;
    const start = this.road();
    const end = start && joined(start, (at) => passed(environment, ramp, at));
    return (
      end &&
      joined(end, (at) => {
        const drop = at.y > family.level && random() < 0.5 ? 1 : 0;
        const landing = ahead({ ...at, y: at.y - drop }, 1 + below(random, 2));
        return through(environment, family.road, landing);
      })
    );
  }

  /** Round a loop: a block that is a whole turn, or two that are half a turn each. */
  private loop(name: string): Stretch | null {
    const { environment, family } = this;
    const shape = shapeOf(environment, name);
    const [entry, exit] = shape.ports;
    if (!entry) return null;
    const before = this.road();
    if (!before) return null;
    const at = before.end;
    const aside = exit ? 1 : 2 * (shape.width - 1);
    const after = ahead(at, 0, aside);
    const first = placed(name, shape, at, entry, exit ?? { ...entry, side: (entry.side + 2) % 4 });
    // the second half is the same block turned round, entered where the road goes on
    const second = exit
      ? null
      : placed(name, shape, { ...ahead(after, -1), heading: (at.heading + 2) % 4 }, entry, entry);
    const height = shape.height - 1;
    const round = [
      [0.7, 0.3, 0.5],
      [0, 0.5, 1],
      [-0.7, 0.7, 0.5],
    ].map(([far = 0, share = 0, up = 0]) => ({
      ...ahead(at, far, aside * share),
      y: at.y + height * up,
      name,
      direction: 0,
    }));
    const road = through(environment, family.road, after);
    if (!road) return null;
    return {
      blocks: [...before.blocks, ...first.blocks, ...(second?.blocks ?? []), ...road.blocks],
      line: [...before.line, ...round, ...road.line],
      taken: [...before.taken, ...first.taken, ...(second?.taken ?? []), ...road.taken],
      end: road.end,
    };
  }

  get pieces(): number {
    return this.stretches.length;
  }

  /** Takes the last stretches back. */
  undo(count: number): void {
    this.stretches.splice(Math.max(2, this.stretches.length - count));
    const last = this.stretches.at(-1);
    if (last) this.at = last.end;
  }

  /** Under every third block of raised road, down to the ground, unless another road passes below. */
  private pillars(): BlockSpec[] {
    const { pillar: name, level, road } = this.family;
    if (name === undefined) return [];
    const taken = this.stretches.flatMap((stretch) => stretch.taken);
    const raised = this.stretches.flatMap(({ blocks: [block] }) =>
      block && block.name === road && block.y > level ? [block] : [],
    );
    return raised
      .filter(({ x, y, z }, at) => at % 3 === 0 && !taken.some((o) => o.x === x && o.z === z && o.y < y))
      .flatMap(({ x, y, z, direction }) =>
        Array.from({ length: y - level }, (_, step) => ({ name, x, y: level + step, z, direction })),
      );
  }

  finish(): Route | null {
    if (!this.add(passed(this.environment, this.family.finish, this.at))) return null;
    const blocks = this.stretches.flatMap((stretch) => stretch.blocks);
    const { level } = this.family;
    return {
      blocks: [...this.pillars(), ...blocks.map((block) => ({ ...block, ground: block.y === level }))],
      line: this.stretches.flatMap((stretch) => stretch.line),
      cells: this.stretches.flatMap((stretch) => stretch.taken),
    };
  }
}

/** Cells of the smallest map, which every game has, and of its border that stay free. */
const side = 32;
const margin = 2;

/** What a family must have for an idea. */
const needs: Partial<Record<RouteIdea, keyof RoadFamily>> = {
  hill: 'slopes',
  spiral: 'slopes',
  jumps: 'ramp',
  loops: 'loop',
};

/** The ideas that the blocks of the environment allow. */
export function ideasFor(environment: EnvironmentName): RouteIdea[] {
  const isPossible = (idea: RouteIdea) => familiesFor(environment, idea).length > 0;
  return (Object.keys(routeIdeas) as RouteIdea[]).filter(isPossible); // its keys are the ideas
}

function familiesFor(environment: EnvironmentName, idea: RouteIdea): RoadFamily[] {
  const need = needs[idea];
  return roadFamilies[environment].filter((family) => need === undefined || family[need] !== undefined);
}

/** One of these, the heavy ones more often. */
function weighted(random: Random, weights: Partial<Record<Step, number>>): Step {
  const entries = Object.entries(weights) as [Step, number][]; // the keys of an idea are steps
  const tickets = entries.flatMap(([step, weight]) => Array<Step>(weight).fill(step));
  return tickets[below(random, tickets.length)] ?? 'straight';
}

/** A route of about this many pieces. The same random numbers always make the same route. */
export function makeRoute(
  environment: EnvironmentName,
  idea: RouteIdea,
  pieces: number,
  random: Random,
): Route {
  const [usual, ...others] = familiesFor(environment, idea);
  const family = random() < 0.65 ? usual : (others[below(random, others.length)] ?? usual);
  if (!family) throw new Error(`${environment} has no blocks for ${idea}.`);
  for (let tries = 0; tries < 30; tries++) {
    const [x, z] = [6 + below(random, 20), 6 + below(random, 20)];
    const builder = new Builder(environment, family, random, {
      x,
      y: family.level,
      z,
      heading: below(random, 4),
    });
    const wanted = Math.round(pieces * (1 - tries / 60));
    let sinceCheckpoint = 0;
    for (let attempts = 0; builder.pieces < wanted && attempts < pieces * 6; attempts++) {
      if (sinceCheckpoint > 6 && random() < 0.3 && builder.checkpoint()) sinceCheckpoint = 0;
      if (builder.step(weighted(random, routeIdeas[idea]))) sinceCheckpoint++;
      else if (random() < 0.12) builder.undo(3);
    }
    const route = builder.pieces >= wanted ? builder.finish() : null;
    if (route?.line.some(({ name }) => isCheckpoint(name))) return route;
  }
  throw new Error(`No route of ${pieces} pieces was found in ${environment}.`);
}
