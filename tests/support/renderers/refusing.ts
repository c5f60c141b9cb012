import { renderInThisProcess } from '../../../server/research/reports/renderer.ts';
import { RenderRefusal } from '../../../server/research/reports/renderer.ts';

/** A renderer that reports why there is no document. */
await renderInThisProcess(async () => {
  throw new RenderRefusal('Este desenho não cabe na página.');
});
