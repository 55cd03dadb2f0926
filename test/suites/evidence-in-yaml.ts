import { expect } from 'vitest';
import { parse } from 'yaml';
import type { Evidence, ListingReading } from '../../evidence/evidence.js';
import type { BodyRecord, Header } from '../../evidence/exchange.js';
import type { Unjudged } from '../../evidence/unjudged.js';
import { listingOf } from '../engine/made-up.js';
import { type Answered, evidence, type Sent } from './evidence.js';

/** Ids above 2^53 are read as `bigint`, others as `number`. */
type Id = number | bigint;

type ByValue = Readonly<Record<string, readonly Id[]>>;

/** The ids of a listing, or a member and its value → ids. */
type Listed = readonly Id[] | Readonly<Record<string, ByValue>>;

/** A status, or a whole answer. */
type AnswerInYaml =
  | number
  | Extract<Answered, { readonly failure: string }>
  | {
      /** Default: 200. */
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      /** A text, or a value that is sent as JSON. */
      readonly body?: string | object;
      readonly stray?: string;
      readonly record?: Partial<BodyRecord>;
      readonly kept?: number;
      readonly listed?: Listed;
      readonly reading?: Partial<ListingReading>;
    };

export type SentInYaml = readonly Readonly<Record<string, AnswerInYaml | null>>[];

export interface RunInYaml {
  readonly orders?: Readonly<Record<string, readonly Id[]>>;
  /** Answers as in `Sent`; null: the request was not sent. */
  readonly sent?: SentInYaml;
  readonly unsent?: Readonly<Record<string, Unjudged>>;
}

/** Reads YAML with exact integers. Throws for other members than these. */
export function readExactly<Input extends object>(text: string, members: readonly (keyof Input)[]): Input {
  const input: Input = parse(text, exact, { intAsBigInt: true });
  expectOnly(members, input);
  return input;
}

/** Throws for a member that the case would ignore. */
function expectOnly(members: readonly PropertyKey[], given: object): void {
  expect(Object.keys(given).filter((name) => !members.includes(name))).toEqual([]);
}

const exact = (_: unknown, value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** Evidence of a run with these answers, after a listing of all orders unless the first step has a listing of its own. */
export function evidenceIn({ orders = {}, sent = [], unsent }: RunInYaml): Evidence {
  const lists = Object.fromEntries(Object.entries(orders).map(([state, ids]) => [state, ids.map(BigInt)]));
  const isListed = sent[0] !== undefined && 'listing/before' in sent[0];
  const first = isListed ? [] : [{ 'listing/before': { listed: Object.values(orders).flat() } }];
  return evidence({ orders: lists, sent: sentIn([...first, ...sent]), unsent });
}

export const sentIn = (steps: SentInYaml): Sent =>
  steps.map((step) =>
    Object.fromEntries(
      Object.entries(step).map(([id, answer]) => [id, answer === null ? undefined : answered(answer)]),
    ),
  );

function answered(answer: AnswerInYaml): Answered {
  if (typeof answer === 'number' || 'failure' in answer) return answer;
  expectOnly(['status', 'headers', 'body', 'stray', 'record', 'kept', 'listed', 'reading'], answer);
  const { status = 200, body = '', listed, reading, ...rest } = answer;
  const { headers = listed ? { 'Content-Type': 'application/json' } : {} } = answer;
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): Header => [name, value]),
  );
  const response = { ...rest, status, headers: fields, body: typeof body === 'string' ? body : JSON.stringify(body) };
  if (!listed) return response;
  const elements = elementsOf(listed);
  const ids = isIds(listed) ? listed.map(BigInt) : [...elements.keys()];
  return { ...response, reading: listingOf(ids, { elements, ...reading }) };
}

const isIds = (listed: Listed): listed is readonly Id[] => Array.isArray(listed);

/** The source texts of elements with further members. */
function elementsOf(listed: Listed): ReadonlyMap<bigint, string> {
  if (isIds(listed)) return new Map();
  return new Map(
    Object.entries(listed).flatMap(([member, values]) =>
      Object.entries(values).flatMap(([value, ids]) =>
        ids.map((id) => [BigInt(id), `{"id":${id},"${member}":"${value}"}`] as const),
      ),
    ),
  );
}
