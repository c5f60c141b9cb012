import type { BatchTable } from './manifest.ts';

const titles: Readonly<Record<string, string>> = {
  movements: 'movimentações',
  exclusions: 'exclusões',
  rejections: 'linhas rejeitadas',
};

/** What a table of the warehouse is called where people read of it. */
export const tableTitle = ({ name }: Pick<BatchTable, 'name'>): string => titles[name] ?? name;
