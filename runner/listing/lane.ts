import { mergeShapes, type Shape, shapeOf } from './shape.js';

const MAX_SHAPES = 4;
/** Making a shape costs about as much as parsing 100 elements, so shapes are made at first and then rarely. */
const FIRST_LESSONS = 16;
const BATCHES_PER_LESSON = 16;

/**
 * The shape lane: a listing repeats a few spellings, and a regular expression made from the schema and a spelling
 * proves an element valid some three times faster than parsing it.
 */
export class ShapeLane {
  readonly #shapes: Shape[] = [];
  #lessons = FIRST_LESSONS;
  #batches = 0;

  /** Another batch begins; returns whether any of its elements may match. */
  begin(): boolean {
    if (this.#batches++ % BATCHES_PER_LESSON === 0 && this.#lessons === 0) this.#lessons = 1;
    return this.#shapes.length > 0 || this.#lessons > 0;
  }

  /** The element that starts there, where it is proven valid, and the digits of its id; tries the last shape first. */
  match(text: string, at: number): RegExpExecArray | undefined {
    for (let i = 0; i < this.#shapes.length; i++) {
      const { expression } = this.#shapes[i] as Shape;
      expression.lastIndex = at;
      const match = expression.exec(text);
      if (!match) continue;
      if (i > 0) this.#shapes.unshift(...this.#shapes.splice(i, 1));
      return match;
    }
    return undefined;
  }

  /** Accepts elements that are spelled like this one from now on, if that can be. */
  learn(element: string): void {
    if (this.#lessons === 0) return;
    this.#lessons--;
    const shape = shapeOf(element);
    if (!shape) return;
    for (const [i, known] of this.#shapes.entries()) {
      const merged = mergeShapes(known, shape);
      if (!merged) continue;
      this.#shapes[i] = merged;
      return;
    }
    if (this.#shapes.length === MAX_SHAPES) this.#shapes.pop();
    this.#shapes.push(shape);
  }
}
