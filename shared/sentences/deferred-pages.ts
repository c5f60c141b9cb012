import { keysOf } from '../codes/keys.ts';
import type { DeferredPanelName, DeferredPanels } from '../contracts/deferred-panels.ts';
import { compositionPage } from './composition-page.ts';
import { floorsPage } from './floors-page.ts';
import { movementPage } from './movement-page.ts';
import type { PanelPage } from '../contracts/panel-page.ts';

type Pages = {
  readonly [Name in DeferredPanelName]: (panel: DeferredPanels[Name]) => PanelPage;
};

const pages: Pages = {
  'pisos-e-concentracoes': floorsPage,
  'salario-ou-composicao': compositionPage,
  'entradas-e-saidas': movementPage,
};

/** The names of all panels, in the order of screen, paper and workbook. */
export const deferredNames = keysOf(pages);

/** A panel in sentences and tables: the same on screen, paper and in the workbook. */
export const deferredPage = <Name extends DeferredPanelName>(
  name: Name,
  panel: DeferredPanels[Name],
): PanelPage => pages[name](panel);
