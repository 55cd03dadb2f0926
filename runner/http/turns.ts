interface Waiting {
  readonly size: number;
  enter(): void;
}

/** Lets in what fits, in the order in which it came; what is larger than all there is goes alone. */
export class Turns {
  readonly #waiting: Waiting[] = [];
  #taken = 0;

  constructor(readonly room: number) {}

  /** Resolves when there is room, with what gives it back. */
  async enter(size: number): Promise<() => void> {
    const isFirst = this.#waiting.length === 0;
    if (!isFirst || !this.#fits(size)) {
      await new Promise<void>((enter) => this.#waiting.push({ size, enter }));
    } else this.#taken += size;
    return () => this.#leave(size);
  }

  #fits(size: number): boolean {
    return this.#taken === 0 || this.#taken + size <= this.room;
  }

  #leave(size: number): void {
    this.#taken -= size;
    for (let [next] = this.#waiting; next && this.#fits(next.size); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#taken += next.size;
      next.enter();
    }
  }
}
