import type { ReadyScenario } from './plan.js';
import type { AnsweredCancel } from './scenario.js';

interface Entry {
  readonly scenario: string;
  readonly ownsPending: boolean;
  readonly cancels: AnsweredCancel[];
  readonly firstAnswered: Gate;
  readonly ended: Gate;
}

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function gate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** What the authorized cancels of declared orders were answered, across scenarios: the positive control of each other. */
export class CancelBoard {
  readonly #entries: readonly Entry[];

  /** @param scenarios in the order of the plan */
  constructor(scenarios: readonly ReadyScenario[]) {
    this.#entries = scenarios
      .filter(({ orders }) => orders.length > 0)
      .map(({ scenario, orders }) => ({
        scenario: scenario.id,
        ownsPending: orders.some(({ state }) => state === 'pending'),
        cancels: [],
        firstAnswered: gate(),
        ended: gate(),
      }));
  }

  record(scenario: string, cancel: AnsweredCancel): void {
    const entry = this.#entries.find((candidate) => candidate.scenario === scenario);
    entry?.cancels.push(cancel);
    if (cancel.order.state === 'pending') entry?.firstAnswered.open();
  }

  /** Nothing more will come from this scenario. */
  end(scenario: string): void {
    const entry = this.#entries.find((candidate) => candidate.scenario === scenario);
    entry?.firstAnswered.open();
    entry?.ended.open();
  }

  /** The first cancel of each pending order by the scenarios before this one, or by all but this one. */
  async pendingCancels(scenario: string, of: 'earlier' | 'others'): Promise<readonly AnsweredCancel[]> {
    const position = this.#entries.findIndex((entry) => entry.scenario === scenario);
    const asked = this.#entries.filter(
      (entry, index) => entry.ownsPending && (of === 'others' ? index !== position : index < position),
    );
    await Promise.all(asked.map(({ firstAnswered }) => firstAnswered.opened));
    return asked.flatMap(({ cancels }) => cancels.filter(({ order }) => order.state === 'pending').slice(0, 1));
  }

  /** All but those of the scenario that asks, once every other one that owns an order has ended. */
  async all(scenario: string): Promise<readonly AnsweredCancel[]> {
    const others = this.#entries.filter((entry) => entry.scenario !== scenario);
    await Promise.all(others.map(({ ended }) => ended.opened));
    return others.flatMap(({ cancels }) => cancels);
  }
}
