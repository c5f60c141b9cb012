import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CnaeDetailsRequest, CnaeItem, CnaeSearchQuery } from '../../../shared/codes/cnae.ts';
import { regions } from '../../../shared/codes/codes.ts';
import {
  CodedPlace,
  OccupationItem,
  OccupationNodes,
  OccupationNodesQuery,
  PlaceItem,
  regionDigit,
  StateItem,
  stateSigla,
} from '../../../shared/contracts/reference.ts';
import { searchWords } from '../../../shared/contracts/people-fields.ts';
import { TypedQuery } from '../../../shared/contracts/typed-query.ts';
import { cboCode } from '../../../shared/filters/occupations.ts';
import type { PayByGroupState } from '../../answers/present/occupations/group-pay.ts';
import { occupationNodes } from '../../answers/present/occupations/occupation-nodes.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { notFound } from '../../platform/errors.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import { requireCnaes, searchCnaes } from '../../reference/cnaes.ts';
import { commonnessBy, occupationItems } from '../../reference/occupation-search.ts';
import { occupationTitle } from '../../reference/occupations.ts';
import { findPlaces } from '../../reference/find-places.ts';
import { ibgeRegionsOfState } from '../../reference/ibge-regions.ts';
import { readTypedQuery } from '../../reference/typed/read-typed-query.ts';
import { municipalitiesOf, statesOfRegion } from '../../reference/places.ts';
import { states } from '../../../shared/codes/states.ts';

const maxSuggestions = 20;

const CodeParams = z.object({ code: cboCode });
const SearchQuery = z.strictObject({ search: searchWords });
const StatesQuery = z.strictObject({ region: regionDigit.optional() });
const MunicipalitiesQuery = z.strictObject({ uf: stateSigla });
const IbgeRegionsQuery = z.strictObject({
  estado: z
    .string('Informe o código do estado.')
    .regex(/^\d{2}$/, 'Informe o código do IBGE do estado, por exemplo 31.'),
});

export interface ReferenceRoutesDeps {
  /** The record count of each occupation, by its code; it sorts suggestions. */
  readonly records: () => Promise<ReadonlyMap<string, number>>;
  readonly store: Store;
}

/** Routes for the lists that filters choose from. */
export function referenceRoutes({ store, records }: ReferenceRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const response = { 200: z.array(CodedPlace) };
    app.get('/api/reference/regions', { schema: { response } }, async () =>
      Object.entries(regions).map(([codigo, nome]) => ({ codigo, nome })),
    );

    const statesSchema = { querystring: StatesQuery, response: { 200: z.array(StateItem) } };
    app.get('/api/reference/states', { schema: statesSchema }, async ({ query: { region } }) => [
      ...(region === undefined ? states : statesOfRegion(region)),
    ]);

    const placesSchema = { querystring: MunicipalitiesQuery, response };
    app.get('/api/reference/municipalities', { schema: placesSchema }, async ({ query: { uf } }) =>
      municipalitiesOf(uf).map(toCodedPlace),
    );

    const regionsSchema = { querystring: IbgeRegionsQuery, response };
    app.get('/api/reference/ibge-regions', { schema: regionsSchema }, async ({ query }) =>
      ibgeRegionsOfState(query.estado).map(toCodedPlace),
    );

    const findSchema = { querystring: SearchQuery, response: { 200: z.array(PlaceItem) } };
    app.get('/api/reference/places', { schema: findSchema }, async ({ query: { search } }) =>
      findPlaces(search, maxSuggestions),
    );

    const codeSchema = { params: CodeParams, response: { 200: OccupationItem } };
    app.get('/api/reference/cbo/:code', { schema: codeSchema }, async ({ params: { code } }) => {
      const titulo = occupationTitle(code);
      if (titulo === undefined) {
        throw notFound('unknown_occupation', `Não há ocupação com o código ${code} na CBO.`);
      }
      return { codigo: code, titulo };
    });

    const titleSchema = { querystring: SearchQuery, response: { 200: z.array(OccupationItem) } };
    app.get('/api/reference/cbo-by-title', { schema: titleSchema }, async ({ query: { search } }) =>
      occupationItems(search, commonnessBy(await records())).slice(0, maxSuggestions),
    );

    const typedSchema = { querystring: SearchQuery, response: { 200: TypedQuery } };
    app.get('/api/reference/typed-question', { schema: typedSchema }, async ({ query }) =>
      readTypedQuery(query.search, {
        months: readableRelease(await currentRelease(store)).months,
        commonness: commonnessBy(await records()),
      }),
    );
  };
}

const toCodedPlace = ({ code, name }: { readonly code: string; readonly name: string }) => ({
  codigo: code,
  nome: name,
});

/** The CNAE subclasses that a company chooses from. */
export const cnaeRoutes: FastifyPluginAsyncZod = async (app) => {
  const response = { 200: z.array(CnaeItem) };
  app.get(
    '/api/reference/cnae',
    { schema: { querystring: CnaeSearchQuery, response } },
    async (request) => searchCnaes(request.query.search),
  );
  app.post(
    '/api/reference/cnae/details',
    { schema: { body: CnaeDetailsRequest, response } },
    async (request) => requireCnaes(request.body.cnaes),
  );
};

export interface OccupationGroupRoutesDeps {
  readonly payByGroup: () => Promise<PayByGroupState>;
}

/** Route to browse the occupations from the grandes grupos down, with the pay of each node. */
export function occupationGroupRoutes({
  payByGroup,
}: OccupationGroupRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const schema = { querystring: OccupationNodesQuery, response: { 200: OccupationNodes } };
    app.get('/api/reference/occupation-groups', { schema }, async ({ query }) =>
      occupationNodes(query, await payByGroup()),
    );
  };
}
