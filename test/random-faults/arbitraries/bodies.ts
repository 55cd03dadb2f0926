import fc from 'fast-check';
import { correctBody } from '../bodies.js';
import type { ByteEdit, MemberChange, Mutation } from '../mutation.js';
import { anyOf, bodyKind, onlyFor, orderIndex } from './places.js';
import { anyText, dateTimeText, numberText } from './texts.js';

const furtherNames = [
  'status',
  'Id',
  'ID',
  'ship_date',
  'note',
  '__proto__',
  'constructor',
  'toString',
  '',
  'id ',
  'é',
  'length',
];

const memberChange = (texts: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<MemberChange> =>
  fc
    .oneof(...Object.entries(texts).map(([name, text]) => fc.tuple(fc.constant(name), fc.oneof(text, anyText))))
    .chain(([name, text]) =>
      fc.oneof(
        { weight: 5, arbitrary: fc.constant({ change: 'set', name, text } as const) },
        { weight: 1, arbitrary: fc.constant({ change: 'remove', name } as const) },
        { weight: 1, arbitrary: fc.constant({ change: 'repeat-before', name, text } as const) },
        { weight: 1, arbitrary: fc.constant({ change: 'repeat-after', name, text } as const) },
      ),
    );

const orderChange: fc.Arbitrary<MemberChange> = fc.oneof(
  {
    weight: 6,
    arbitrary: memberChange({
      id: numberText,
      petId: numberText,
      quantity: numberText,
      shipDate: dateTimeText,
      complete: anyOf(['true', 'false']),
    }),
  },
  { weight: 1, arbitrary: memberChange(Object.fromEntries(furtherNames.map((name) => [name, anyText]))) },
);

export const listingMembers: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('order-member' as const),
      only: onlyFor('listing'),
      order: orderIndex,
      change: orderChange,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('element' as const),
      only: onlyFor('listing'),
      order: orderIndex,
      text: anyText,
    }),
  },
);

const errorChange = memberChange({
  code: anyText,
  message: anyText,
  status: fc.oneof(anyOf(['401', '404', '401.0', '4.01e2', '4040e-1', '40100e-2', '"401"', '401.5']), numberText),
  detail: anyText,
});

export const errorMembers: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 9,
    arbitrary: anyOf(['401', '404'] as const).chain((body) =>
      fc.record({
        kind: fc.constant('error-member' as const),
        body: fc.constant(body),
        only: onlyFor(body),
        change: errorChange,
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: bodyKind.chain((body) =>
      fc.record({
        kind: fc.constant('body-text' as const),
        body: fc.constant(body),
        only: onlyFor(body),
        text: fc.oneof(anyText, fc.constant('')),
      }),
    ),
  },
);

const jsonBytes = Buffer.from('[]{},:"\\0123456789.eE+-tfnuTZz \n\t\u00e9\u2028\ufeff\u0000\u001f/id', 'utf8');
const byte = fc.oneof(
  { weight: 9, arbitrary: anyOf([...jsonBytes, 0xff, 0xc0, 0xed, 0xf5]) },
  { weight: 1, arbitrary: fc.nat({ max: 255 }) },
);

/** An edit anywhere: after most of these it is not JSON any more. */
const roughEdit = (body: string): fc.Arbitrary<ByteEdit> => {
  const at = fc.nat({ max: Buffer.byteLength(body) });
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ edit: anyOf(['insert', 'replace'] as const), at, byte }) },
    { weight: 3, arbitrary: fc.record({ edit: fc.constant('delete' as const), at }) },
    { weight: 1, arbitrary: fc.record({ edit: fc.constant('cut' as const), at }) },
  );
};

/** A digit for a digit, a letter for a letter, or one of them less or more: most of these are still JSON. */
const gentleEdit = (body: string): fc.Arbitrary<ByteEdit> => {
  const places = (pattern: RegExp) => [...body.matchAll(pattern)].map(({ index }) => index);
  const inPlaceOf = (pattern: RegExp, bytes: string) =>
    fc.record({
      edit: anyOf(['replace', 'replace', 'insert'] as const),
      at: anyOf(places(pattern)),
      byte: anyOf([...Buffer.from(bytes)]),
    });
  return fc.oneof(
    { weight: 5, arbitrary: inPlaceOf(/\d/g, '0123456789') },
    { weight: 2, arbitrary: inPlaceOf(/[a-z]/gi, 'abdeimnpstTuZ_') },
    { weight: 1, arbitrary: inPlaceOf(/\d/g, '.eE-+:') },
    { weight: 2, arbitrary: fc.record({ edit: fc.constant('delete' as const), at: anyOf(places(/[\da-z]/gi)) }) },
  );
};

export const bodyBytes: fc.Arbitrary<Mutation> = bodyKind.chain((body) =>
  fc.record({
    kind: fc.constant('bytes' as const),
    body: fc.constant(body),
    only: onlyFor(body),
    edits: fc.oneof(
      fc.array(roughEdit(correctBody(body)), { minLength: 1, maxLength: 2 }),
      fc.array(gentleEdit(correctBody(body)), { minLength: 1, maxLength: 3 }),
    ),
  }),
);
