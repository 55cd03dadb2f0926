import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const order = {
  type: 'object',
  properties: {
    id: { type: 'integer', format: 'int64' },
    petId: { type: 'integer', format: 'int64' },
    quantity: { type: 'integer' },
    shipDate: { type: 'string', format: 'date-time' },
    complete: { type: 'boolean' },
  },
};

/** What people write: ajv with its formats. */
export function createJudge() {
  const ajv = addFormats(new Ajv());
  const isOrder = ajv.compile(order);
  const ids = new Set();
  const reading = { count: 0, deviations: 0 };
  return {
    reading,
    take(value) {
      reading.count++;
      if (!isOrder(value) || ids.has(value.id)) reading.deviations++;
      ids.add(value.id);
    },
  };
}
