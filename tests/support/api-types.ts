import { compile } from 'json-schema-to-typescript';
import { openApiDocument } from '../../server/routes/api-v1/openapi.ts';

const banner =
  '// Feito de /api/v1/openapi.json por `node tests/support/write-api-types.ts`. Não altere à mão.';

/** The types of the API's document, as in `examples/typescript/api-types.ts`. */
export async function apiTypes(): Promise<string> {
  const { schemas } = openApiDocument.components;
  const named = JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/');
  const names = Object.keys(schemas);
  return compile(
    {
      $defs: JSON.parse(named),
      type: 'object',
      additionalProperties: false,
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
    },
    'Api',
    {
      bannerComment: banner,
      ignoreMinAndMaxItems: true,
      style: { singleQuote: true, printWidth: 100 },
    },
  );
}
