import { randomUUID } from 'node:crypto';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Role } from '../../shared/codes/roles.ts';
import { CreatedApiKey } from '../../shared/contracts/api-keys.ts';
import { SearchAnswer } from '../../shared/contracts/search.ts';
import { startSession } from '../../server/people/identity/sessions.ts';
import { insertUser } from '../../server/people/identity/users.ts';
import { knownHash, knownPassword } from './accounts.ts';
import { CurrentTokens } from './current-tokens.ts';
import { newInstallation, openInstallation, type Installation } from './installation.ts';
import { officialFile } from './official-file.ts';
import { copiedDatabase } from './fresh-database.ts';
import { serve, type Served, type ServeOptions } from './served.ts';

/** The product over two small releases, with users who search in it. */
export interface Research {
  readonly installation: Installation;
  readonly served: Served;
  person(role: Role, companyId?: string | null): Promise<Researcher>;
  company(name: string): Promise<string>;
  /** A key for the API, of a company of its own. */
  apiKey(): Promise<string>;
  /** Publishes July 2023 with these salaries of shop assistants in São Paulo; each call makes a new release. */
  publish(salaries: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Researcher {
  readonly id: string;
  /** The cookie header, for calls over the network. */
  readonly cookie: string;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Answer;
  /** Searches and returns the answer. */
  search(filters: object, rest?: object): Promise<SearchAnswer>;
}

type Answer = Promise<LightMyRequestResponse>;

type Servers = { databaseUrl?: string };

export const openResearch = async (servers: Servers, options?: ServeOptions): Promise<Research> =>
  researchOn(await newInstallation(servers), options);

/**
 * The same on a first release with these salaries, which a test file publishes once and copies for each test:
 * publishing takes ten times as long.
 */
export function publishedResearch(
  servers: () => Promise<Servers>,
  salaries: readonly string[],
): () => Promise<Research> {
  let published: Promise<Installation> | undefined;
  return async () => {
    if (process.env['TEST_CLUSTER_URLS'] !== undefined) {
      // With servers there is no folder to copy.
      const research = await openResearch(await servers());
      await research.publish(salaries);
      return research;
    }
    published ??= leftAfterPublishing(await servers(), salaries);
    const { folder, databaseUrl } = await published;
    const copy = await mkdtemp(join(tmpdir(), 'caged-installation-'));
    await cp(folder, copy, {
      recursive: true,
      verbatimSymlinks: true,
      // The engine creates its pipes again.
      filter: (path) => basename(path) !== 'pipes',
    });
    return researchOn(
      await openInstallation(
        copy,
        databaseUrl === undefined ? {} : { databaseUrl: await copiedDatabase(databaseUrl) },
      ),
    );
  };
}

async function leftAfterPublishing(
  servers: Servers,
  salaries: readonly string[],
): Promise<Installation> {
  const research = await openResearch(servers);
  await research.publish(salaries);
  await research.served.close();
  await research.installation.leave();
  return research.installation;
}

async function researchOn(installation: Installation, options?: ServeOptions): Promise<Research> {
  const served = await serve(installation, options);
  const { db } = installation.store;
  let people = 0;
  const tokens = new CurrentTokens();
  const research: Research = {
    installation,
    served,
    async person(role, companyId = null) {
      people += 1;
      const person = {
        email: `pessoa${people}@exemplo.com.br`,
        firstName: 'Pessoa',
        lastName: `Número ${people}`,
        role,
        companyId,
      };
      const { id } = await insertUser(db, person, await knownHash, new Date());
      const { token } = await startSession(db, id, new Date());
      const call: Researcher['call'] = (method, url, payload) => {
        const request: InjectOptions = { method, url, ...(payload !== undefined && { payload }) };
        return tokens.call(token, (cookies) => served.app.inject({ ...request, cookies }));
      };
      return {
        id,
        cookie: `caged_session=${token}`,
        call,
        search: async (filters, rest = {}) =>
          SearchAnswer.parse((await call('POST', '/api/search', { filters, ...rest })).json()),
      };
    },
    async company(name) {
      const id = randomUUID();
      const now = new Date().toISOString();
      const cnpj = `${people}${id}`.replaceAll('-', '').slice(0, 14);
      await db
        .insertInto('companies')
        .values({ id, name, cnpj, created_at: now, updated_at: now })
        .execute();
      return id;
    },
    async apiKey() {
      const company = await research.company('Aurora Comércio');
      const requested = { name: 'Planilha', days: 1, password: knownPassword };
      const path = `/api/admin/companies/${company}/api-keys`;
      const made = await (await research.person('ADMIN')).call('POST', path, requested);
      return CreatedApiKey.parse(made.json()).key;
    },
    async publish(salaries) {
      const lines = salaries.map((salary) => ({ salary }));
      // The test decides what it publishes, however unusual.
      const { status, message } = await installation.loadApproved(
        await officialFile('CAGEDMOV202307.txt', 'MOV', lines),
      );
      if (status !== 'COMPLETED') throw new Error(`${status}: ${message}`);
    },
    async close() {
      await served.close();
      await installation.close();
    },
  };
  return research;
}
