// Writes schemas/openapi.bundled.yaml: openapi.yaml with the schemas inlined, for tools that cannot follow references to files.
import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { writeIfChanged } from './write-if-changed.mjs';

const schemas = new URL('../schemas/', import.meta.url);

/** Without `$id`, which would become the base address of the references inside of the schema. */
async function schemaAt(reference) {
  const { $schema, $id, ...schema } = JSON.parse(await readFile(new URL(reference, schemas), 'utf8'));
  return schema;
}

export async function bundleOpenApi() {
  const document = parseDocument(await readFile(new URL('openapi.yaml', schemas), 'utf8'));
  document.commentBefore = ' Generated from openapi.yaml by `npm run generate`. Do not edit.';
  for (const { key, value } of document.getIn(['components', 'schemas']).items) {
    const schema = await schemaAt(value.get('$ref'));
    document.setIn(['components', 'schemas', key.value], document.createNode(schema));
  }
  await writeIfChanged(
    new URL('openapi.bundled.yaml', schemas),
    document.toString({ lineWidth: 120, flowCollectionPadding: false }),
  );
}

if (import.meta.filename === process.argv[1]) await bundleOpenApi();
