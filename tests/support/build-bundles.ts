import { buildWhereChanged } from '../../scripts/build-where-changed.ts';

/** Builds the charts for reports and the kernel of the index, once before all tests. */
export default (): Promise<void> => buildWhereChanged(['paper', 'kernel']);
