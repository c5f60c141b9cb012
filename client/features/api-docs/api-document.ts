import { z } from 'zod';
import { getOptions } from '../../lib/get-options.ts';
import { exampleSite } from '../../../shared/contracts/api-v1.ts';

/** The parts of OpenAPI that the page shows; the rest of the document is for programs. */

const Shape = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  default: z.string().optional(),
  examples: z.array(z.json()).optional(),
});
export type FieldShape = z.infer<typeof Shape>;

const Content = z.record(z.string(), z.looseObject({ example: z.json().optional() }));

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  /** An earlier name of another call, which the page leaves out. */
  deprecated: z.boolean().default(false),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        description: z.string().optional(),
        required: z.boolean().default(false),
        schema: Shape,
        example: z.string().optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content })),
});
export type ApiOperation = z.infer<typeof Operation>;

const Recipe = z.object({ nome: z.string(), titulo: z.string(), texto: z.string() });
type Recipe = z.infer<typeof Recipe>;

export const recipeText = ({ texto }: Recipe, origin: string) =>
  texto.replaceAll(exampleSite, origin);

export const ApiDocument = z.object({
  'x-receitas': z.array(Recipe),
  info: z.object({ summary: z.string(), description: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    schemas: z.object({ CamposDaPergunta: z.object({ properties: z.record(z.string(), Shape) }) }),
  }),
});
export type ApiDocument = z.infer<typeof ApiDocument>;

export const apiDocumentOptions = getOptions(['api-document'], '/api/v1/openapi.json', ApiDocument);

/** Splits the description into sections: "## Title", a blank line, the text. */
export function guideSections(description: string): { title: string; text: string }[] {
  return description
    .split(/^## /m)
    .filter((section) => section.trim() !== '')
    .map((section) => {
      const [title = '', ...text] = section.split('\n');
      return { title: title.trim(), text: text.join('\n').trim() };
    });
}

/** A call as a shell command, with the example values of the document. */
export function curlOf(
  origin: string,
  method: string,
  path: string,
  operation: ApiOperation,
): string {
  const query = new URLSearchParams(
    operation.parameters.flatMap(({ name, in: place, example }) =>
      place === 'query' && example !== undefined ? [[name, example]] : [],
    ),
  ).toString();
  const example = operation.requestBody?.content['application/json']?.example;
  return [
    `curl -H "Authorization: Bearer $CHAVE"`,
    ...(method === 'post' && example === undefined ? ['-X POST'] : []),
    ...(example === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example)}'`]),
    `"${origin}${path}${query === '' ? '' : `?${query}`}"`,
  ].join(' \\\n  ');
}
