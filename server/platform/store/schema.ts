/**
 * The app database as it stands after the last migration, the same on SQLite and PostgreSQL: ids are UUID
 * text, moments ISO-8601 UTC text, flags the integers 0 and 1, JSON is text.
 */
import type { Generated, Selectable } from 'kysely';
import type { Role } from '../../../shared/codes/roles.ts';
import type { CompanySize } from '../../../shared/codes/codes.ts';
import type { Flag } from './flag.ts';
import type { AdministrationTables } from './administration-schema.ts';
import type { BackupTables } from './backups-schema.ts';
import type { LoadTables } from './loads-schema.ts';
import type { ProcessTables } from './processes-schema.ts';
import type { ReportTables } from './reports-schema.ts';
import type { ResearchTables } from './research-schema.ts';
import type { SourceTables } from './source-schema.ts';

export interface CompanyTable {
  id: string;
  name: string;
  /** 14 characters without signs, upper case. */
  cnpj: string;
  industry: Generated<string | null>;
  size: Generated<CompanySize>;
  /** The seven-digit codes, as a JSON list. */
  cnaes: Generated<string>;
  cnae_principal: Generated<string | null>;
  /** The name as plain text: what a search looks in. */
  search_text: Generated<string>;
  created_at: string;
  updated_at: string;
  /** Grows by one with each change. */
  version: Generated<number>;
}

/** What stands on the documents of a company's people. */
export interface CompanyLogoTable {
  company_id: string;
  media_type: 'image/png' | 'image/jpeg';
  /** In pixels. */
  width: number;
  height: number;
  /** The image in base64. */
  content: string;
  /** Of the image, in hexadecimal. */
  sha256: string;
  updated_at: string;
}

export interface UserTable {
  id: string;
  email: string;
  /** The e-mail in lower case: what makes it unique and what sign-in looks for. */
  email_lower: string;
  first_name: string;
  last_name: string;
  role: Role;
  company_id: string | null;
  is_active: Flag;
  /** Empty for who has none and signs in by a provider. */
  password_hash: string;
  must_change_password: Generated<Flag>;
  /** When the password became one that an administrator gave; null for one that its owner chose. */
  temporary_since: Generated<string | null>;
  last_sign_in_at: Generated<string | null>;
  erasure_requested_at: Generated<string | null>;
  /** Name and e-mail as plain text: what a search looks in. */
  search_text: Generated<string>;
  created_at: string;
  updated_at: string;
  /** Grows by one with each change. */
  version: Generated<number>;
}

export type UserRow = Selectable<UserTable>;

export interface SessionTable {
  /** SHA-256 of the token in hexadecimal; the token itself is never stored. */
  token_hash: string;
  user_id: string;
  created_at: string;
  expires_at: string;
  /** Within a minute; null until then. */
  last_used_at: Generated<string | null>;
  /** The browser and system, in words; null where they are not known. */
  device: Generated<string | null>;
  /** IP address at the beginning. */
  address: Generated<string | null>;
  /** The OpenID provider by which it began; null where a password began it. */
  issuer: Generated<string | null>;
  /** When its owner last proved at the provider, within the session, who he is. */
  confirmed_at: Generated<string | null>;
}

/** Whom an account at an OpenID provider is here. */
export interface ProviderAccountRow {
  issuer: string;
  /** What the provider calls the person, for ever. */
  subject: string;
  user_id: string;
  linked_at: string;
}

export interface SecondFactorTable {
  user_id: string;
  /** The secret of the codes, sealed with a key that the database does not have. */
  sealed_secret: string;
  /** Null until the first code was typed: until then it is not asked for. */
  confirmed_at: string | null;
  /** The half minute of the last code that was taken: neither it nor an earlier one is taken again. */
  last_step: Generated<number>;
}

export interface RecoveryCodeRow {
  /** SHA-256 of the code, which has 120 random bits, in hexadecimal. */
  code_hash: string;
  user_id: string;
}

export interface ApiKeyTable {
  id: string;
  company_id: string;
  name: string;
  /** How the key begins, to know it again. */
  prefix: string;
  /** SHA-256 of the key, which has 256 random bits, in hexadecimal. */
  key_hash: string;
  /** Today 'leitura' alone. */
  scope: string;
  created_at: string;
  expires_at: string;
  /** To the minute; null while nobody called with it. */
  last_used_at: string | null;
  revoked_at: string | null;
}

/** The one link of a person that resets a password; a newer one takes its place. */
export interface PasswordResetRow {
  user_id: string;
  /** SHA-256 of the link's token in hexadecimal. */
  token_hash: string;
  created_at: string;
  expires_at: string;
}

export interface InstallationTables {
  installation: { id: number; name: string };
}

export interface IdentityTables {
  companies: CompanyTable;
  company_logos: CompanyLogoTable;
  users: UserTable;
  sessions: SessionTable;
  password_resets: PasswordResetRow;
  /** What the processes of an installation sign with, by what it is for. */
  secrets: { name: string; value: string };
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeRow;
  provider_accounts: ProviderAccountRow;
  api_keys: ApiKeyTable;
}

/** Each area adds its tables here by extending this interface. */
export interface Database
  extends
    IdentityTables,
    AdministrationTables,
    LoadTables,
    SourceTables,
    InstallationTables,
    ResearchTables,
    ReportTables,
    ProcessTables,
    BackupTables {}
