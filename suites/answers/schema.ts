// Sentences about a body that breaks the schema of an Order or an Error, for every keyword of JSON Schema.
import type { SchemaDeviation } from '../../evidence/body.js';
import type { Exchange } from '../../evidence/exchange.js';
import { placeOf } from '../../evidence/place.js';
import { quote } from '../../evidence/quoted.js';
import type { RequirementId } from '../terms/ids.js';
import type { Broken } from '../terms/rule.js';

/** The requirements on members of an Order. `order.object` covers all other deviations. */
export const ORDER_MEMBERS: ReadonlyMap<string, RequirementId> = new Map([
  ['id', 'order.id'],
  ['petId', 'order.pet-id'],
  ['quantity', 'order.quantity'],
  ['shipDate', 'order.ship-date'],
  ['complete', 'order.complete'],
]);

/**
 * The requirements on members of an Error, such as `error.401.code`. `error.401.object` covers all other deviations.
 */
export const ERROR_MEMBERS = ['code', 'message', 'status'] as const;

/** The member that has a deviation, or contains it. Empty for the value itself. */
export const memberOf = ({ path }: SchemaDeviation): string => path.split('/')[1] ?? '';

/**
 * The first few places in full. The last of them says how many more there are.
 * @param whole the value that has the schema: "An element of the listing"
 * @param within the end of a member's name: " in the Error of a 401"
 */
export function brokenAt(deviation: SchemaDeviation, exchange: Exchange, whole: string, within = ''): Broken[] {
  const { path, count, examples } = deviation;
  const { fault, expected } = faultOf(deviation);
  const article = within === '' ? '' : 'The ';
  const subject = path === '' ? whole : `${article}\`${path.slice(1)}\`${within}`;
  const places = path.includes('*') ? 'places' : 'elements';
  const more = count > examples.length ? ` ${count} ${places} in all deviate like this.` : '';
  return examples.map(({ pointer, actual }, index) => ({
    message: `${subject} ${fault}.${index === examples.length - 1 ? more : ''}`,
    expected,
    actual: quote(exchange, actual),
    at: placeOf(pointer),
    exchange,
  }));
}

/** A keyword in words: `fault` goes on after the name of the place. */
function faultOf({ keyword, params, message, iso8601 }: SchemaDeviation): { fault: string; expected: string } {
  const { type, format, allowedValues, allowedValue } = params;
  switch (keyword) {
    case 'type': {
      const expected = [type].flat().join(' or ');
      return { fault: `has the wrong type: expected ${expected}`, expected };
    }
    case 'format':
      return { fault: 'has the wrong format', expected: iso8601 ? RFC3339 : String(format) };
    case 'required':
    case 'dependentRequired':
      return { fault: 'is missing', expected: 'this member: it is required' };
    case 'enum':
    case 'const': {
      const values = [allowedValues ?? [allowedValue]].flat().map((value) => JSON.stringify(value));
      const expected = values.length > 1 ? `one of ${values.join(', ')}` : values.join();
      return { fault: `must be ${expected}`, expected };
    }
    case 'false schema':
      return { fault: 'is not allowed', expected: 'nothing here' };
    default: {
      const fault = message.replace('NOT', 'not');
      return { fault, expected: fault.replace(/^must (?:be )?/, '') };
    }
  }
}

const RFC3339 =
  'a date-time as the grammar of RFC 3339 spells it (this form is one of ISO 8601 alone, or has a space for the `T`)';
