import type {
  OccupationNode,
  OccupationNodes,
  OccupationNodesQuery,
} from '../../../../shared/contracts/reference.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  childrenOf,
  groupsNamed,
  kindOfNode,
  knownNodes,
  nodeName,
} from '../../../reference/occupation-tree.ts';
import type { ToldGroupPays } from './group-pay.ts';

const mostGroupsNamed = 30;

const figureStates = {
  told: 'prontos',
  counting: 'contando',
  failed: 'indisponiveis',
  noMonths: 'semMeses',
} as const satisfies Record<ToldGroupPays['state'], OccupationNodes['valores']>;

/** The requested nodes, with their pay where it is known. Throws `AppError` 404 for an unknown group. */
export function occupationNodes(query: OccupationNodesQuery, told: ToldGroupPays): OccupationNodes {
  const nodes = nodesWith(told);
  const codes = codesAsked(query, nodes);
  return {
    valores: figureStates[told.state],
    periodo: told.state === 'told' ? { inicio: told.period.from, fim: told.period.to } : null,
    completude: told.state === 'told' ? told.completeness : null,
    itens: codes.flatMap((code) => nodeOf(code, codes, nodes, told)),
  };
}

/**
 * Files have codes that the tables lack. These codes are nodes as well, so that the children of a group add up to it.
 */
const nodesWith = (told: ToldGroupPays): ReadonlySet<string> =>
  told.state === 'told' ? new Set([...knownNodes(), ...told.pays.keys()]) : knownNodes();

function codesAsked(query: OccupationNodesQuery, nodes: ReadonlySet<string>): string[] {
  if ('nome' in query) return groupsNamed(query.nome).slice(0, mostGroupsNamed);
  if ('codigos' in query) return query.codigos.filter((code) => nodes.has(code));
  const { pai = '' } = query;
  if (pai !== '' && !nodes.has(pai)) {
    throw new AppError('unknown_group', 404, `Não há grupo com o código ${pai} na CBO.`);
  }
  return childrenOf(pai, nodes);
}

function nodeOf(
  code: string,
  beside: readonly string[],
  nodes: ReadonlySet<string>,
  told: ToldGroupPays,
): OccupationNode[] {
  const tipo = kindOfNode(code);
  if (tipo === undefined) return [];
  const nome = nodeName(code);
  const hasOwnName =
    nome !== null && beside.every((other) => other === code || nodeName(other) !== nome);
  const inclui = hasOwnName
    ? []
    : childrenOf(code, nodes).flatMap((child) => nodeName(child) ?? []);
  return [{ codigo: code, nome, tipo, ...figuresOf(code, told), inclui }];
}

function figuresOf(code: string, told: ToldGroupPays) {
  if (told.state !== 'told') return { registros: null, mediana: null };
  const { records, median } = told.pays.get(code) ?? { records: 0, median: null };
  return { registros: records, mediana: median };
}
