import { renderInThisProcess } from '../../../server/research/reports/renderer.ts';

/** A renderer whose disk is full. */
await renderInThisProcess(async () => {
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
});
