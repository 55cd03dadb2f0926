import { type Exchange, type Failure, type OutgoingRequest, statusOf, type Transport } from '../evidence/exchange.js';
import { isTemporaryRefusal, sendWithRetry } from '../http/retry.js';
import type { Level } from '../judge/requirement.js';
import type { Listing } from '../listing/listing.js';
import { resolveUnknown, showsAbsence } from '../orders/unlisted.js';
import type { CancelBoard } from './cancel-board.js';
import { fetchListing, isUsable, KEY_REFUSED, LISTING_PATH, type SharedListings } from './listings.js';
import type { Check, Observation } from './outcome.js';
import { type Plan, type PlannedOrder, type PlannedRequest, type ReadyScenario, spareName } from './plan.js';
import type { AnsweredCancel, DeclaredState, Deviation, OwnedOrder, ScenarioContext, Standing } from './scenario.js';
import { CannotJudge } from './signal.js';

/** What all contexts of a run share. */
export interface RunServices {
  readonly plan: Plan;
  /** Of all requirements, by id. */
  readonly levels: ReadonlyMap<string, Level>;
  readonly baseUrl: string;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Limits, records and guards what passes; `urgent` requests go first. */
  readonly transport: (urgency: 'urgent' | 'normal') => Transport;
  readonly listings: SharedListings;
  readonly board: CancelBoard;
  readonly redact: (text: string) => string;
  readonly credentialObstacle: (request: PlannedRequest) => string | undefined;
}

/** Characters of a body in a finding; the report's exchange has more. */
const QUOTED = 200;

export class Context implements ScenarioContext {
  readonly checks: Check[] = [];
  readonly notes: string[] = [];
  readonly observations: Observation[] = [];
  readonly #services: RunServices;
  readonly #planned: ReadyScenario;

  constructor(services: RunServices, planned: ReadyScenario) {
    this.#services = services;
    this.#planned = planned;
  }

  get baseUrl(): string {
    return this.#services.baseUrl;
  }

  get concurrency(): number {
    return this.#services.concurrency;
  }

  get declared(): readonly OwnedOrder[] {
    const { orders } = this.#services.plan;
    return (['pending', 'shipped', 'other'] as const).flatMap((state) => orders[state].map((id) => ({ id, state })));
  }

  order(state: DeclaredState): OwnedOrder {
    const order = this.#planned.orders.find((owned) => owned.state === state);
    if (!order)
      throw new Error(`Scenario ${this.#planned.scenario.id} uses a ${state} order that it does not ask for.`);
    return order;
  }

  get spares(): readonly OwnedOrder[] {
    return this.#planned.spares;
  }

  cancelSpare(order: OwnedOrder): Promise<Exchange> {
    return this.attempt(spareName(order.id));
  }

  async send(name: string): Promise<Exchange> {
    const exchange = await this.attempt(name);
    const reason = this.unjudgeable(exchange);
    if (reason !== undefined) throw new CannotJudge('inconclusive', reason);
    return exchange;
  }

  async attempt(name: string): Promise<Exchange> {
    const planned = this.#request(name);
    const request = await this.#outgoing(planned);
    const transport = this.#services.transport(this.#urgency);
    const exchange =
      planned.spec.operation === 'listOrders'
        ? (await sendWithRetry(transport, request, this.#services.signal)).exchange
        : await transport.send(request, this.#services.signal);
    this.#recordCancel(planned, exchange);
    return exchange;
  }

  async list(name: string, most: number): Promise<Listing> {
    const request = await this.#outgoing(this.#request(name));
    const ask = { purpose: 'presence', ask: this.#services.plan.ask } as const;
    return fetchListing(this.#services.transport(this.#urgency), request, ask, this.#services.signal, most);
  }

  unjudgeable(exchange: Exchange): string | undefined {
    const { outcome, request } = exchange;
    if (outcome.kind === 'failure') return this.#services.listings.obstacle ?? this.#failureText(outcome.failure);
    const { status } = outcome.response;
    const isKeyRefused = this.#services.listings.obstacle === KEY_REFUSED && status === 401;
    if (isKeyRefused && request.operation === 'cancelOrder' && request.credential === 'valid') return KEY_REFUSED;
    if (!isTemporaryRefusal(status)) return undefined;
    return `${exchange.request.method} ${exchange.request.url} was refused for now with ${status}. Run again when the target has recovered, or with a lower --concurrency.`;
  }

  /** What is not HTTP may quote the target; all other failures are told in the suite's own words. */
  #failureText({ kind, message }: Failure): string {
    return kind === 'protocol' ? this.#services.redact(message) : message;
  }

  before(): Promise<Listing> {
    return this.#services.listings.before();
  }

  after(): Promise<Listing> {
    const { id, needs } = this.#planned.scenario;
    if (!needs.listingAfter)
      throw new Error(`Scenario ${id} reads the listing after the cancels, which it does not ask for.`);
    return this.#services.listings.after(id);
  }

  async standing(order: OwnedOrder): Promise<Standing> {
    const listing = await this.before();
    if (!isUsable(listing)) return 'cannot-tell';
    if (listing.reading.lists(order.id)) return 'listed';
    return showsAbsence(listing.reading) ? 'not-listed' : 'cannot-tell';
  }

  async obstacle(name: string): Promise<string | undefined> {
    const request = this.#request(name);
    const obstacle = this.#services.credentialObstacle(request);
    if (obstacle !== undefined || request.order?.kind !== 'unknown') return obstacle;
    const resolution = await this.#resolve(request.order);
    return resolution.found ? undefined : resolution.reason;
  }

  pendingCancels(of: 'earlier' | 'others'): Promise<readonly AnsweredCancel[]> {
    return this.#services.board.pendingCancels(this.#planned.scenario.id, of);
  }

  cancels(): Promise<readonly AnsweredCancel[]> {
    return this.#services.board.all(this.#planned.scenario.id);
  }

  held(requirement: string): void {
    this.#record({ requirement, result: 'held' });
  }

  check(requirement: string, held: boolean, deviation: () => Deviation): boolean {
    if (held) {
      this.held(requirement);
      return true;
    }
    const { exchange, actual, ...rest } = deviation();
    const level = this.#services.levels.get(requirement);
    if (!level) throw new Error(`The catalogue lacks ${requirement}.`);
    const finding = {
      requirement,
      level,
      ...rest,
      actual: this.#services.redact(actual),
      exchange: exchange?.id ?? null,
    };
    this.#record({ requirement, result: 'broken', finding });
    return false;
  }

  cannotJudge(requirement: string, verdict: 'blocked' | 'inconclusive', reason: string): void {
    this.#record({ requirement, result: verdict, reason });
  }

  quote(body: Uint8Array): string {
    const text = this.#services.redact(new TextDecoder().decode(body));
    return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
  }

  note(text: string): void {
    this.notes.push(text);
  }

  observe(ambiguity: string, observed: string, quoted = ''): void {
    this.observations.push({ ambiguity, observed: observed + this.#services.redact(quoted) });
  }

  /** A check of a requirement that the scenario does not declare would count nowhere. */
  #record(check: Check): void {
    const { id, requirements, alsoJudges = [] } = this.#planned.scenario;
    if (!requirements.includes(check.requirement) && !alsoJudges.includes(check.requirement))
      throw new Error(`Scenario ${id} judges ${check.requirement}, which it does not declare.`);
    this.checks.push(check);
  }

  get #urgency() {
    return this.#planned.orders.length > 0 ? 'urgent' : 'normal';
  }

  #request(name: string): PlannedRequest {
    const request = this.#planned.requests.get(name);
    if (!request) throw new Error(`Scenario ${this.#planned.scenario.id} sends "${name}", which it does not declare.`);
    return request;
  }

  async #outgoing({ id, spec, order }: PlannedRequest): Promise<OutgoingRequest> {
    const { operation, credential } = spec;
    if (operation === 'listOrders') {
      return { id, operation, method: 'GET', path: LISTING_PATH + (spec.query ? `?${spec.query}` : ''), credential };
    }
    if (credential === 'valid') await this.before();
    const orderId = await this.#orderId(order);
    const path = `${LISTING_PATH}/${orderId}`;
    return { id, operation, method: 'DELETE', path, credential, ...(spec.wire && { wire: spec.wire }) };
  }

  async #orderId(order: PlannedOrder | undefined): Promise<string> {
    if (order?.kind === 'owned') return String(order.order.id);
    if (!order) throw new Error(`A cancel in scenario ${this.#planned.scenario.id} names no order.`);
    const resolution = await this.#resolve(order);
    if (!resolution.found) throw new CannotJudge('blocked', resolution.reason);
    return resolution.candidate.text;
  }

  async #resolve(order: Extract<PlannedOrder, { kind: 'unknown' }>) {
    const listing = await this.before();
    const { obstacle } = this.#services.listings;
    if (obstacle !== undefined) throw new CannotJudge('inconclusive', obstacle);
    const reading = isUsable(listing) ? listing.reading : undefined;
    return resolveUnknown(order.candidates, this.#services.plan.orders, reading);
  }

  #recordCancel(planned: PlannedRequest, exchange: Exchange): void {
    const status = statusOf(exchange);
    if (planned.order?.kind !== 'owned' || planned.credential !== 'valid' || status === undefined) return;
    this.#services.board.record(this.#planned.scenario.id, { order: planned.order.order, status, exchange });
  }
}
