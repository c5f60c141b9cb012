import type { Logger } from 'pino';
import type { Loading } from './process-upload.ts';
import { UploadStoppedError } from './publish.ts';
import { JobRunner } from '../../platform/jobs/job-runner.ts';
import { uploadJobs } from './upload-jobs.ts';

export interface RunnerOptions {
  readonly loading: Loading;
  readonly logger: Logger;
  /** Called after each upload has ended, whatever its outcome. */
  readonly onEnded?: (uploadId: string) => Promise<void>;
  /** Called when the queue becomes empty after uploads were processed. */
  readonly onIdle?: (signal: AbortSignal) => Promise<void>;
}

/** Processes queued uploads one at a time. */
export class UploadRunner extends JobRunner {
  constructor({ loading, logger, onEnded, onIdle }: RunnerOptions) {
    super({
      kind: uploadJobs(loading, logger),
      logger,
      clock: loading.clock,
      atOnce: 1,
      stopped: () => new UploadStoppedError(),
      onEnded,
      onIdle,
    });
  }
}
