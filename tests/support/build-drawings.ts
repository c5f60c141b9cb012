import { buildWhereChanged } from '../../scripts/build-where-changed.ts';

/** Builds the charts for reports, once before all tests. */
export default (): Promise<void> => buildWhereChanged(['paper']);
