import { renderInThisProcess } from '../render-entry.ts';
import { renderCsv } from './render-csv.ts';

await renderInThisProcess(renderCsv);
