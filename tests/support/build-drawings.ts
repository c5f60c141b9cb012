import { buildWhereChanged } from '../../scripts/build-where-changed.ts';

/** Builds the charts that reports draw, once before all tests. */
export default (): Promise<void> => buildWhereChanged(['paper']);
