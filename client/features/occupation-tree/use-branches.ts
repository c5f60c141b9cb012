import { useQueries } from '@tanstack/react-query';
import { childrenOptions } from './tree-options.ts';
import type { Branch } from './tree-rows.ts';

interface Branches {
  readonly of: (code: string) => Branch;
  readonly retry: (code: string) => void;
}

const loading: Branch = { state: 'loading' };

/** The children of the given groups: loaded when a group is opened, and cached from then on. */
export function useBranches(codes: readonly string[]): Branches {
  const found = useQueries({ queries: codes.map(childrenOptions) });
  const byCode = new Map(codes.map((code, index) => [code, found[index]]));
  return {
    of: (code) => {
      const query = byCode.get(code);
      if (query?.data !== undefined) return { state: 'ready', nodes: query.data.itens };
      return query?.isError === true && !query.isFetching ? { state: 'failed' } : loading;
    },
    retry: (code) => void byCode.get(code)?.refetch(),
  };
}
