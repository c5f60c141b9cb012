import type {
  OccupationNode,
  OccupationNodes,
  OccupationNodesQuery,
} from '../../../../shared/contracts/reference.ts';
import { notFound } from '../../../platform/errors.ts';
import {
  childrenOf,
  groupsByName,
  kindOfNode,
  knownNodes,
  nodeName,
} from '../../../reference/occupation-tree.ts';
import type { PayByGroup, PayByGroupState } from './group-pay.ts';

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
  const ready = figures.state === 'ready' ? figures : null;
  // Files have codes that the tables lack. These codes are nodes as well, so that the children of a group add up to it.
  const nodes = ready ? new Set([...knownNodes(), ...ready.groups.keys()]) : knownNodes();
  const codes = requestedCodes(query, nodes);
  return {
    valores: figureStates[figures.state],
    periodo: ready && { inicio: ready.period.from, fim: ready.period.to },
    completude: ready?.completeness ?? null,
    itens: codes.flatMap((code) => nodeOf(code, codes, nodes, ready?.groups)),
  };
}

function requestedCodes(query: OccupationNodesQuery, nodes: ReadonlySet<string>): string[] {
  if ('nome' in query) return groupsByName(query.nome).slice(0, maxGroupsByName);
  if ('codigos' in query) return query.codigos.filter((code) => nodes.has(code));
  const { pai = '' } = query;
  if (pai !== '' && !nodes.has(pai)) {
    throw notFound('unknown_group', `Não há grupo com o código ${pai} na CBO.`);
  }
  return childrenOf(pai, nodes);
}

function nodeOf(
  code: string,
  listed: readonly string[],
  nodes: ReadonlySet<string>,
  groups: PayByGroup | undefined,
): OccupationNode[] {
  const tipo = kindOfNode(code);
  if (tipo === undefined) return [];
  const nome = nodeName(code);
  const hasOwnName =
    nome !== null && listed.every((other) => other === code || nodeName(other) !== nome);
  const inclui = hasOwnName
    ? []
    : childrenOf(code, nodes).flatMap((child) => nodeName(child) ?? []);
  const pay = groups?.get(code);
  // A group that is not in the counts has 0 records; null before the groups are counted.
  const registros = pay?.records ?? (groups === undefined ? null : 0);
  return [{ codigo: code, nome, tipo, registros, mediana: pay?.median ?? null, inclui }];
}
