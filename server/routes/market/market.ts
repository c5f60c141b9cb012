import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { MarketNames, MarketQuery } from '../../../shared/contracts/market.ts';
import { officialNames } from '../../../shared/finder/cbo/official-names.ts';
import type { MarketService } from '../../answers/serving/market-service.ts';
import type { OccupationCounts } from '../../answers/query/salary-query.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { openGzip, type OpenGzip } from '../../platform/open-gzip.ts';
import type { Store } from '../../platform/store/store.ts';
import { referencesRevision, withStableReferences } from '../../reference/imported-references.ts';
import { ibgeRegions, regionsOfTown } from '../../reference/ibge-regions.ts';
import { allMunicipalities } from '../../reference/places.ts';
import { commonnessBy, namesInForce } from '../../reference/occupation-search.ts';
import { requestedRelease } from '../../registry/releases/release-by-number.ts';
import { answering } from '../scheduling/answering.ts';
import { sendOpenGzip } from '../http/send-gzip.ts';

export interface MarketRoutesDeps {
  readonly store: Store;
  readonly service: MarketService;
  readonly countsOf: () => Promise<OccupationCounts>;
}

/** Routes for the market by whole families and places, and for the names with which a browser reads a payroll. */
export function marketRoutes({
  store,
  service,
  countsOf,
}: MarketRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const cellsSchema = { querystring: MarketQuery };
    app.get('/api/market/cells', { schema: cellsSchema }, async (request, reply) => {
      const { release: number } = request.query;
      const release = readableRelease(await requestedRelease(store, number));
      const cells = await answering(request, reply, (context) =>
        withStableReferences(store.db, () => service.cells(request.query, release, context)),
      );
      return sendOpenGzip(reply.type('application/json; charset=utf-8'), cells, '}');
    });

    const names = packedNames();
    app.get('/api/market/names', async (_, reply) => {
      const packed = await withStableReferences(store.db, async () => names(await countsOf()));
      return sendOpenGzip(reply.type('application/json; charset=utf-8'), packed, '}');
    });
  };
}

/** The names as JSON without the final brace, compressed once per release and version of the reference tables. */
function packedNames(): (counts: OccupationCounts) => Promise<OpenGzip> {
  let last: { counts: OccupationCounts; revision: number; packed: Promise<OpenGzip> } | undefined;
  return (counts) => {
    const revision = referencesRevision();
    if (last?.counts !== counts || last.revision !== revision) {
      const json = JSON.stringify(MarketNames.parse(marketNames(counts)));
      last = { counts, revision, packed: openGzip(Buffer.from(json.slice(0, -1))) };
    }
    return last.packed;
  };
}

function marketNames(counts: OccupationCounts): MarketNames {
  const commonness = commonnessBy(counts);
  const names = [...namesInForce()];
  const groups = Object.entries(officialNames.groups);
  return {
    nomes: names.map(({ code, text, isTitle }) => [code, text, isTitle]),
    frequencias: Object.fromEntries(
      names.filter(({ isTitle }) => isTitle).map(({ code }) => [code, commonness(code)]),
    ),
    familias: Object.fromEntries(groups.filter(([code]) => code.length === 4)),
    municipios: allMunicipalities().map(({ code, name, uf }) => [
      code,
      name,
      uf,
      regionsOfTown(Number(code))?.immediate ?? '',
    ]),
    regioes: ibgeRegions().map(({ code, name, municipalities: [first = 0] }) => [
      code,
      name,
      code.length === 6 ? (regionsOfTown(first)?.intermediate ?? '') : '',
    ]),
  };
}
