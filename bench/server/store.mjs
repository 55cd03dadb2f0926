/** The orders that a run may cancel, first in every listing. All others exist only in the listing. */
const fixtures = {
  pending: ['9007199254740993', '101', '102', '103'],
  shipped: ['201', '202'],
  other: ['301'],
};

export const fixturesYaml = `orders:\n${Object.entries(fixtures)
  .map(([state, ids]) => `  ${state}: [${ids.join(', ')}]\n`)
  .join('')}disposable: true\n`;

/** The store of one run. Other runs do not change it. */
export class Store {
  #states = new Map(Object.entries(fixtures).flatMap(([state, ids]) => ids.map((id) => [id, state])));
  listings = 0;
  listedOrders = 0;
  listedBytes = 0;
  requests = 0;
  inFlight = 0;
  mostInFlight = 0;

  ids() {
    return [...this.#states.keys()];
  }

  /** The status of the response (§4.2). */
  cancel(id) {
    const state = this.#states.get(id);
    if (state === undefined) return 404;
    if (state !== 'pending') return 409;
    this.#states.delete(id);
    return 204;
  }

  start() {
    this.requests++;
    this.inFlight++;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
  }

  end() {
    this.inFlight--;
  }

  statistics() {
    const { listings, listedOrders, listedBytes, requests, mostInFlight } = this;
    return { listings, listedOrders, listedBytes, requests, mostInFlight };
  }
}
