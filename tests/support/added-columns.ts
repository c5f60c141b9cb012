import type * as Layout from '../../server/platform/warehouse/layout.ts';

/** The layout as if the ministry's files also had these columns. */
export function withColumns(layout: typeof Layout, added: readonly Layout.Column[]): typeof Layout {
  const sharedColumns = [...layout.sharedColumns, ...added];
  return {
    ...layout,
    sharedColumns,
    columnsOf: (kind) =>
      kind === 'EXC' ? [...sharedColumns, ...layout.exclusionColumns] : sharedColumns,
  };
}
