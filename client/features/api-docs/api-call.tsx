import { linkClass } from '../../components/button.tsx';
import { Fold } from '../../components/fold.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { curlOf, type ApiOperation, type FieldShape } from './api-document.ts';

/**
 * One API call: its purpose, its parameters, an example and the response. The page lists the fields of a query once, so
 * the call's table leaves them out.
 */
export function ApiCall({
  method,
  path,
  operation,
  queryFields,
}: {
  queryFields: ReadonlySet<string>;
  method: string;
  path: string;
  operation: ApiOperation;
}) {
  const answer = operation.responses['200'];
  const example = answer?.content['application/json']?.example;
  const isLong = operation.parameters.length > queryFields.size;
  const parameters = isLong
    ? operation.parameters.filter(({ name }) => !queryFields.has(name))
    : operation.parameters;
  return (
    <section aria-labelledby={operation.operationId}>
      <Fold
        title={
          <>
            <h3 id={operation.operationId} className="mr-3 inline">
              {operation.summary}
            </h3>
            <code className="inline-block wrap-anywhere text-muted">
              {method.toUpperCase()} {path}
            </code>
          </>
        }
      >
        <p className="mb-2 max-w-prose">{withCode(operation.description)}</p>
        {isLong && (
          <p className="mb-2 max-w-prose">Parâmetros: os filtros de um pedido, abaixo, e estes.</p>
        )}
        {parameters.length > 0 && (
          <FieldTable
            caption={`Parâmetros: ${operation.summary}`}
            rows={parameters.map(({ name, schema, description, required, example: value }) => ({
              name: required ? `${name} (obrigatório)` : name,
              shape: {
                ...schema,
                ...(description !== undefined && { description }),
                ...(value !== undefined && { examples: [value] }),
              },
            }))}
          />
        )}
        <p className="mt-2 text-dense text-muted">
          Responde {Object.keys(answer?.content ?? {}).join(', ')}.{' '}
          <a
            href={`#${operation.operationId}`}
            aria-label={`Link para este endpoint: ${operation.summary}`}
            className={linkClass}
          >
            Link para este endpoint
          </a>
        </p>
        <Code
          label={`Pedido de exemplo: ${operation.summary}`}
          text={curlOf(window.location.origin, method, path, operation)}
        />
        {example !== undefined && (
          <Fold title="Resposta de exemplo, com listas abreviadas">
            <Code
              label={`Resposta de exemplo: ${operation.summary}`}
              text={JSON.stringify(example, null, 2)}
            />
          </Fold>
        )}
      </Fold>
    </section>
  );
}

interface NamedField {
  readonly name: string;
  readonly shape: FieldShape;
}

const fieldColumns: readonly Column<NamedField>[] = [
  { header: 'Campo', isRowHeader: true, cell: ({ name }) => <code>{name}</code> },
  { header: 'Tipo', cell: ({ shape }) => typeNames[shape.type ?? ''] ?? shape.type },
  {
    header: 'O que é',
    cell: ({ shape }) => (
      <span className="wrap-anywhere">
        {withCode(shape.description ?? shape.enum?.join(', ') ?? '')}
        {shape.default !== undefined && withCode(` Sem ele: \`${shape.default}\`.`)}
        {shape.examples?.map((one) => withCode(` Exemplo: \`${JSON.stringify(one)}\`.`))}
      </span>
    ),
  },
];

const typeNames: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'inteiro',
  array: 'lista',
};

export const FieldTable = (table: { caption: string; rows: readonly NamedField[] }) => (
  <StackingTable {...table} columns={fieldColumns} rowKey={({ name }) => name} />
);

/** Renders text between backticks as code. */
export const withCode = (text: string) =>
  text.split('`').map((part, index) =>
    // A part has no key but its index, and the parts never move.
    index % 2 === 1 ? <code key={part + String(index)}>{part}</code> : part,
  );

/** A code block; it scrolls inside its own region. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <ScrollRegion
      label={label}
      className="my-2 max-h-120 overflow-auto rounded-control border border-line bg-sunken p-3 [--ground:var(--color-sunken)]"
    >
      <pre className="text-fine">{text}</pre>
    </ScrollRegion>
  );
}
