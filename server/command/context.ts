import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';

/** What every command is given. */
export interface CommandContext {
  readonly config: Config;
  readonly store: Store;
  readonly clock: () => Date;
}
