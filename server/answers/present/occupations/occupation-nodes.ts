import type {
  OccupationNode,
  OccupationNodes,
  OccupationNodesQuery,
} from '../../../../shared/contracts/reference.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  childrenOf,
  groupsByName,
  kindOfNode,
  knownNodes,
  nodeName,
} from '../../../reference/occupation-tree.ts';
import type { PayByGroupState } from './group-pay.ts';

const maxGroupsByName = 30;

const figureStates = {
  ready: 'prontos',
  counting: 'contando',
  failed: 'indisponiveis',
  noMonths: 'semMeses',
} as const satisfies Record<PayByGroupState['state'], OccupationNodes['valores']>;

/** The requested nodes, with their pay where it is known. Throws `AppError` 404 for an unknown group. */
export function occupationNodes(
  query: OccupationNodesQuery,
  figures: PayByGroupState,
): OccupationNodes {
  const nodes = nodesWith(figures);
  const codes = requestedCodes(query, nodes);
  return {
    valores: figureStates[figures.state],
    periodo:
      figures.state === 'ready' ? { inicio: figures.period.from, fim: figures.period.to } : null,
    completude: figures.state === 'ready' ? figures.completeness : null,
    itens: codes.flatMap((code) => nodeOf(code, codes, nodes, figures)),
  };
}

/**
 * Files have codes that the tables lack. These codes are nodes as well, so that the children of a group add up to it.
 */
const nodesWith = (figures: PayByGroupState): ReadonlySet<string> =>
  figures.state === 'ready' ? new Set([...knownNodes(), ...figures.groups.keys()]) : knownNodes();

function requestedCodes(query: OccupationNodesQuery, nodes: ReadonlySet<string>): string[] {
  if ('nome' in query) return groupsByName(query.nome).slice(0, maxGroupsByName);
  if ('codigos' in query) return query.codigos.filter((code) => nodes.has(code));
  const { pai = '' } = query;
  if (pai !== '' && !nodes.has(pai)) {
    throw new AppError('unknown_group', 404, `Não há grupo com o código ${pai} na CBO.`);
  }
  return childrenOf(pai, nodes);
}

function nodeOf(
  code: string,
  listed: readonly string[],
  nodes: ReadonlySet<string>,
  figures: PayByGroupState,
): OccupationNode[] {
  const tipo = kindOfNode(code);
  if (tipo === undefined) return [];
  const nome = nodeName(code);
  const hasOwnName =
    nome !== null && listed.every((other) => other === code || nodeName(other) !== nome);
  const inclui = hasOwnName
    ? []
    : childrenOf(code, nodes).flatMap((child) => nodeName(child) ?? []);
  return [{ codigo: code, nome, tipo, ...figuresOf(code, figures), inclui }];
}

function figuresOf(code: string, figures: PayByGroupState) {
  if (figures.state !== 'ready') return { registros: null, mediana: null };
  const { records, median } = figures.groups.get(code) ?? { records: 0, median: null };
  return { registros: records, mediana: median };
}
