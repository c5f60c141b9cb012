import type { BatchTable } from './manifest.ts';

const titles: Readonly<Record<string, string>> = {
  movements: 'movimentações',
  exclusions: 'exclusões',
  rejections: 'linhas rejeitadas',
};

/** The on-screen name of a warehouse table. */
export const tableTitle = ({ name }: Pick<BatchTable, 'name'>): string => titles[name] ?? name;
