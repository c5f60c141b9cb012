import type { Generated, Kysely, Selectable } from 'kysely';
import type { CompanySize } from '../../../shared/codes/codes.ts';
import type { Role } from '../../../shared/codes/roles.ts';
import { administrationTables } from './administration-schema.ts';
import { integer, table, text, type Flag, type TablesOf } from './columns.ts';
import { loadTables } from './loads-schema.ts';
import { researchTables } from './research-schema.ts';

const identityTables = {
  installation: table({
    id: integer().key(),
    name: text(),
  }),
  companies: table({
    id: text().key(),
    name: text(),
    /** 14 characters without punctuation, upper case. */
    cnpj: text().default(''),
    industry: text().nullable(),
    size: text<CompanySize>().default('PEQUENA'),
    /** The seven-digit codes, as a JSON list. */
    cnaes: text().default('[]'),
    cnae_principal: text().nullable(),
    /** The name as plain text: the text that a search looks in. */
    search_text: text().default(''),
    created_at: text(),
    updated_at: text().default(''),
    /** Grows by one with each change. */
    version: integer().default(1),
  }),
  company_logos: table({
    company_id: text().key().references('companies.id', 'cascade'),
    media_type: text<'image/png' | 'image/jpeg'>(),
    /** In pixels. */
    width: integer(),
    height: integer(),
    /** The image in base64. */
    content: text(),
    /** The image's SHA-256, in hexadecimal. */
    sha256: text(),
    updated_at: text(),
  }),
  users: table(
    {
      id: text().key(),
      email: text(),
      /** The e-mail address in lower case: unique, and used to find the account at sign-in. */
      email_lower: text().unique(),
      first_name: text(),
      last_name: text(),
      role: text<Role>(),
      company_id: text().nullable().references('companies.id'),
      is_active: integer<Flag>(),
      /** Empty for a user without a password, who signs in by a provider. */
      password_hash: text(),
      must_change_password: integer<Flag>().default(0),
      /** When an administrator or a start set a temporary password; null for a password that its owner chose. */
      temporary_since: text().nullable(),
      last_sign_in_at: text().nullable(),
      erasure_requested_at: text().nullable(),
      /** Name and e-mail address as plain text: the text that a search looks in. */
      search_text: text().default(''),
      created_at: text(),
      updated_at: text(),
      /** Grows by one with each change. */
      version: integer().default(1),
    },
    { indexes: { users_company: ['company_id'] } },
  ),
  sessions: table(
    {
      /** SHA-256 of the token in hexadecimal; the token itself is never stored. */
      token_hash: text().key(),
      user_id: text().references('users.id', 'cascade'),
      created_at: text(),
      expires_at: text(),
      /** Accurate to a minute; null in a session of an earlier version until its next use. */
      last_used_at: text().nullable(),
      /** The browser and operating system, in words; null if unknown. */
      device: text().nullable(),
      /** IP address at the start of the session. */
      address: text().nullable(),
      /** The OpenID provider that opened the session; null if a password opened it. */
      issuer: text().nullable(),
      /** When its owner last proved the identity within the session, by a code or at the provider. */
      confirmed_at: text().nullable(),
    },
    { indexes: { sessions_expiry: ['expires_at'], sessions_user: ['user_id'] } },
  ),
  /** A user's only password reset link; a newer one replaces it. */
  password_resets: table({
    user_id: text().key().references('users.id', 'cascade'),
    /** SHA-256 of the link's token in hexadecimal. */
    token_hash: text().unique(),
    created_at: text(),
    expires_at: text(),
  }),
  /** The secrets that the processes of an installation sign with, by purpose. */
  secrets: table({
    name: text().key(),
    value: text(),
  }),
  second_factors: table({
    user_id: text().key().references('users.id', 'cascade'),
    /** The secret of the codes, sealed with a key that is not in the database. */
    sealed_secret: text(),
    /** Null until the user typed the first code; until then the second factor is not required. */
    confirmed_at: text().nullable(),
    /** The 30-second step of the last accepted code: neither it nor an earlier one is accepted again. */
    last_step: integer().default(0),
  }),
  recovery_codes: table(
    {
      /** SHA-256 of the code, which has 148 random bits (123 in earlier versions), in hexadecimal. */
      code_hash: text().key(),
      user_id: text().references('users.id', 'cascade'),
    },
    { indexes: { recovery_codes_user: ['user_id'] } },
  ),
  /** The user that an account at an OpenID provider belongs to. */
  provider_accounts: table(
    {
      issuer: text(),
      /** The provider's permanent identifier of the user. */
      subject: text(),
      user_id: text().references('users.id', 'cascade'),
      linked_at: text(),
    },
    { key: ['issuer', 'subject'], unique: { provider_accounts_user: ['user_id', 'issuer'] } },
  ),
  api_keys: table(
    {
      id: text().key(),
      company_id: text().references('companies.id', 'cascade'),
      name: text(),
      /** The first characters of the key, to recognise it. */
      prefix: text(),
      /** SHA-256 of the key, which has 256 random bits, in hexadecimal. */
      key_hash: text().unique(),
      scope: text<'leitura'>(),
      created_at: text(),
      expires_at: text(),
      /** Accurate to a minute; null before the first use. */
      last_used_at: text().nullable(),
      revoked_at: text().nullable(),
    },
    { indexes: { api_keys_company: ['company_id'] } },
  ),
};

/**
 * The app database, the same on SQLite and PostgreSQL: IDs are UUID text, times ISO-8601 UTC text, flags the integers 0
 * and 1, JSON is text. Each table follows the tables that it refers to.
 */
export const tables = {
  ...identityTables,
  ...loadTables,
  ...administrationTables,
  ...researchTables,
};

/** A later migration that adds a column or a table also adds it to this type. */
export interface Database extends TablesOf<typeof tables> {
  uploads: TablesOf<typeof tables>['uploads'] & {
    /** How often it was started since it was queued. */
    attempts: Generated<number>;
  };
}

/** The app database, or a transaction in it. */
export type AppDatabase = Kysely<Database>;

export type Row<Name extends keyof Database> = Selectable<Database[Name]>;

export type UserRow = Row<'users'>;
