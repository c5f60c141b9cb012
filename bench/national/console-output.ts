import type { Output } from './run-bench.ts';

type Rows = Readonly<Record<string, unknown>>;

/** Named rows as a Markdown table, readable in a console and on a page. */
export function markdownTable(rows: Rows): string {
  const entries = Object.entries(rows).map(([name, row]) => [name, fieldsOf(row)] as const);
  const names = [...new Set(entries.flatMap(([, fields]) => [...fields.keys()]))];
  const lines = [
    ['', ...names],
    ...entries.map(([name, fields]) => [name, ...names.map((field) => fields.get(field) ?? '')]),
  ];
  const widths = lines[0]?.map((_, column) =>
    Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const padded = lines.map((line) =>
    line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths?.[column] ?? 0) : cell.padStart(widths?.[column] ?? 0),
    ),
  );
  const rule = widths?.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [head = [], ...body] = padded;
  return [head, rule ?? [], ...body].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const fieldsOf = (row: unknown) =>
  new Map(
    typeof row === 'object' && row !== null
      ? Object.entries(row).map(([field, value]) => [field, String(value)])
      : [],
  );

export const consoleOutput: Output = {
  print: (line) => console.log(line),
  table: (title, rows) => console.log(`\n${title}\n\n${markdownTable(rows)}\n`),
};
