import { LRUCache } from 'lru-cache';
import { referencesRevision } from '../../reference/imported-references.ts';
import type { SalaryQuery } from './salary-query.ts';

/**
 * Caches the parts of responses that several queries need, by query, release and reference tables. Use one instance per
 * installation, because releases of two installations may have the same number.
 */
export class QueryCache<Value> {
  readonly #stored = new LRUCache<string, { readonly value: Value }>({ max: 500 });

  /**
   * The cached value, or the computed one; `part` distinguishes the values of one query. Concurrent calls for the same
   * query each compute it.
   */
  async of(
    { release, ...query }: SalaryQuery,
    compute: () => Promise<Value>,
    part = '',
  ): Promise<Value> {
    const key = JSON.stringify([release.number, referencesRevision(), part, query]);
    const known = this.#stored.get(key);
    if (known !== undefined) return known.value;
    const value = await compute();
    this.#stored.set(key, { value });
    return value;
  }
}
