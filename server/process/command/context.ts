import type { Config } from '../installation/config.ts';
import type { Store } from '../../platform/store/store.ts';

/** What every command receives. */
export interface CommandContext {
  readonly config: Config;
  readonly store: Store;
  readonly clock: () => Date;
}
