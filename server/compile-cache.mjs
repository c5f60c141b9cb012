// A default import: an old Node has no `enableCompileCache`, and must be able to read the entry files that refuse it.
import module from 'node:module';

/**
 * Makes Node reuse what it compiled in earlier processes, which takes half a second off a start. It does nothing if the
 * folder cannot be written.
 */
export function reuseCompiledCode() {
  module.enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/server`);
}
