import { renderInThisProcess } from '../render-entry.ts';
import { builtDrawings } from './drawings.ts';
import { renderPdf } from './render-pdf.ts';

await renderInThisProcess(async (job) => renderPdf(job, await builtDrawings()));
