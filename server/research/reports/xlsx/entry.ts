import { renderInThisProcess } from '../render-entry.ts';
import { renderWorkbook } from './render-workbook.ts';

await renderInThisProcess(renderWorkbook);
