import { isUtf8 } from 'node:buffer';
import { type ElementScan, scanElements } from './element-scan.js';
import { isSpace } from './json/scalars.js';
import { orderSchema } from './schema/validators.generated.js';
import { expressionOf, mergeShapes, patternsOf, type Shape, shapeOf } from './shape.js';

const MAX_SHAPES = 4;
/** Elements in a row that no shape accepts; the rest of the batch is then parsed as a whole. */
const MAX_MISSES = 8;
/** Making a shape costs about as much as parsing 100 elements, so shapes are made at first and then rarely. */
const FIRST_LESSONS = 16;
const BATCHES_PER_LESSON = 16;

const COMMA = 0x2c;

interface LearntShape {
  readonly shape: Shape;
  readonly expression: RegExp;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Who gets the elements that a pass goes over. */
export interface LaneTaker {
  /** The element follows the schema; `lane.start` and `lane.end` tell where it is. */
  takeProven(id: string | undefined): void;
  /** Takes one element the normal way; returns whether it was valid JSON. */
  takeOther(from: number, scan: ElementScan): boolean;
}

/**
 * The shape lane: a listing repeats a few spellings, and a regular expression made from the schema and a spelling
 * proves an element valid some three times faster than parsing it.
 */
export class ShapeLane {
  /** Where the element is that was accepted last. */
  start = 0;
  end = 0;
  readonly #known = patternsOf(orderSchema);
  readonly #shapes: LearntShape[] = [];
  #lessons = FIRST_LESSONS;
  #batches = 0;

  /**
   * Takes whole elements, each with the comma after it, from the start of an element on. Returns how far it came:
   * what is left is not over yet, or not worth a regular expression.
   */
  pass(bytes: Buffer, from: number, taker: LaneTaker): number {
    // An element that is over has a comma after it, and no comma is inside of a character.
    const to = bytes.lastIndexOf(COMMA) + 1;
    if (!this.#isOpen() || !isUtf8(bytes.subarray(from, to))) return from;
    const text = bytes.toString('latin1', from, to);
    let at = 0;
    for (let misses = 0; misses < MAX_MISSES; ) {
      const element = skipSpace(text, at);
      const match = this.#match(text, element);
      if (match) {
        const comma = skipSpace(text, this.end);
        if (text.charCodeAt(comma) !== COMMA) break;
        this.start = from + element;
        this.end += from;
        taker.takeProven(match[1]);
        at = comma + 1;
        misses = 0;
      } else {
        const comma = this.#takeOther(bytes, from + element, taker);
        if (comma < 0) break;
        this.#learn(text.slice(element, comma - from));
        at = comma - from + 1;
        misses++;
      }
    }
    return from + at;
  }

  #isOpen(): boolean {
    if (this.#batches++ % BATCHES_PER_LESSON === 0 && this.#lessons === 0) this.#lessons = 1;
    return this.#known !== undefined && (this.#shapes.length > 0 || this.#lessons > 0);
  }

  /** Returns where the comma after the element is; -1 where none is yet, or the element is not JSON. */
  #takeOther(bytes: Buffer, from: number, taker: LaneTaker): number {
    const scan = scanElements(bytes, from, bytes.length, 'one');
    return scan.comma >= 0 && taker.takeOther(from, scan) ? scan.comma : -1;
  }

  /** Tries the shape that matched last first. */
  #match(text: string, at: number): RegExpExecArray | undefined {
    for (let i = 0; i < this.#shapes.length; i++) {
      const learnt = this.#shapes[i] as LearntShape;
      learnt.expression.lastIndex = at;
      const match = learnt.expression.exec(text);
      if (!match) continue;
      this.end = learnt.expression.lastIndex;
      if (i > 0) {
        this.#shapes[i] = this.#shapes[0] as LearntShape;
        this.#shapes[0] = learnt;
      }
      return match;
    }
    return undefined;
  }

  #learn(sample: string): void {
    if (!this.#known || this.#lessons === 0) return;
    this.#lessons--;
    const element = sample.trimEnd();
    const shape = shapeOf(element, this.#known);
    const expression = shape && expressionOf(shape);
    if (!expression || expression.exec(element)?.[0] !== element) return;
    for (const [i, learnt] of this.#shapes.entries()) {
      const merged = mergeShapes(learnt.shape, shape);
      const wider = merged && expressionOf(merged);
      if (!wider) continue;
      this.#shapes[i] = { shape: merged, expression: wider };
      return;
    }
    if (this.#shapes.length === MAX_SHAPES) this.#shapes.pop();
    this.#shapes.push({ shape, expression });
  }
}
