import { type BodyKind, type BodyMutation, type ByteEdit, bodyKindOf, type MemberChange } from './mutation.js';
import { store } from './store.js';

type Members = readonly (readonly [name: string, text: string])[];

const objectText = (members: Members): string =>
  `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;

/** Without the status, so that it stays the same whatever was cancelled: offsets in it mean the same all through a run. */
const elements: readonly Members[] = store.map(({ id, members }) => [['id', String(id)], ...Object.entries(members)]);

const errors: Readonly<Record<Exclude<BodyKind, 'listing'>, Members>> = {
  '401': [
    ['code', '"unauthorized"'],
    ['message', '"The API key is missing or invalid."'],
    ['status', '401'],
  ],
  '404': [
    ['code', '"order_not_found"'],
    ['message', '"No order has this id."'],
    ['status', '404'],
  ],
  '409': [
    ['code', '"order_shipped"'],
    ['message', '"The order has already shipped."'],
    ['status', '409'],
  ],
};

const listingText = (texts: readonly string[]): string => `[${texts.join(',')}]`;

const withElement = (at: number, text: string): string =>
  listingText(elements.map((members, index) => (index === at ? text : objectText(members))));

export const correctBody = (body: BodyKind): string =>
  body === 'listing' ? listingText(elements.map(objectText)) : objectText(errors[body]);

function changed(members: Members, change: MemberChange): Members {
  const rest = members.filter(([name]) => name !== change.name);
  switch (change.change) {
    case 'remove':
      return rest;
    case 'set':
      return rest.length === members.length
        ? [...members, [change.name, change.text]]
        : members.map(([name, text]) => [name, name === change.name ? change.text : text]);
    case 'repeat-before':
      return [[change.name, change.text], ...members];
    case 'repeat-after':
      return [...members, [change.name, change.text]];
  }
}

function edited(bytes: Buffer, edit: ByteEdit): Buffer {
  const at = edit.at % (bytes.length + 1);
  const before = bytes.subarray(0, at);
  switch (edit.edit) {
    case 'insert':
      return Buffer.concat([before, Buffer.of(edit.byte), bytes.subarray(at)]);
    case 'replace':
      return Buffer.concat([before, Buffer.of(edit.byte), bytes.subarray(at + 1)]);
    case 'delete':
      return Buffer.concat([before, bytes.subarray(at + 1)]);
    case 'cut':
      return before;
  }
}

/** The bytes that the mutated server sends: what the oracle judges is what goes over the wire. */
export function mutatedBody(mutation: BodyMutation): Buffer {
  switch (mutation.kind) {
    case 'order-member':
      return Buffer.from(
        withElement(mutation.order, objectText(changed(elements[mutation.order] ?? [], mutation.change))),
      );
    case 'element':
      return Buffer.from(withElement(mutation.order, mutation.text));
    case 'error-member':
      return Buffer.from(objectText(changed(errors[mutation.body], mutation.change)));
    case 'body-text':
      return Buffer.from(mutation.text);
    case 'bytes':
      return mutation.edits.reduce(edited, Buffer.from(correctBody(bodyKindOf(mutation))));
  }
}
