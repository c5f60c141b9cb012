/**
 * The app database after the last migration, the same on SQLite and PostgreSQL: IDs are UUID text, times ISO-8601 UTC
 * text, flags the integers 0 and 1, JSON is text.
 */
import type { Generated, Selectable } from 'kysely';
import type { Role } from '../../../shared/codes/roles.ts';
import type { CompanySize } from '../../../shared/codes/codes.ts';
import type { Flag, LoadTables, SourceTables } from './loads-schema.ts';
import type { AdministrationTables, BackupTables, ProcessTables } from './administration-schema.ts';
import type { ReportTables, ResearchTables } from './research-schema.ts';

export interface CompanyTable {
  id: string;
  name: string;
  /** 14 characters without punctuation, upper case. */
  cnpj: string;
  industry: Generated<string | null>;
  size: Generated<CompanySize>;
  /** The seven-digit codes, as a JSON list. */
  cnaes: Generated<string>;
  cnae_principal: Generated<string | null>;
  /** The name as plain text: the text that a search looks in. */
  search_text: Generated<string>;
  created_at: string;
  updated_at: string;
  /** Grows by one with each change. */
  version: Generated<number>;
}

/** The logo on the documents of a company's users. */
export interface CompanyLogoTable {
  company_id: string;
  media_type: 'image/png' | 'image/jpeg';
  /** In pixels. */
  width: number;
  height: number;
  /** The image in base64. */
  content: string;
  /** The image's SHA-256, in hexadecimal. */
  sha256: string;
  updated_at: string;
}

export interface UserTable {
  id: string;
  email: string;
  /** The e-mail address in lower case: unique, and used to find the account at sign-in. */
  email_lower: string;
  first_name: string;
  last_name: string;
  role: Role;
  company_id: string | null;
  is_active: Flag;
  /** Empty for a user without a password, who signs in by a provider. */
  password_hash: string;
  must_change_password: Generated<Flag>;
  /** When an administrator or a start set a temporary password; null for a password that its owner chose. */
  temporary_since: Generated<string | null>;
  last_sign_in_at: Generated<string | null>;
  erasure_requested_at: Generated<string | null>;
  /** Name and e-mail address as plain text: the text that a search looks in. */
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
  /** Accurate to a minute; null in a session of an earlier version until its next use. */
  last_used_at: Generated<string | null>;
  /** The browser and operating system, in words; null if unknown. */
  device: Generated<string | null>;
  /** IP address at the start of the session. */
  address: Generated<string | null>;
  /** The OpenID provider that opened the session; null if a password opened it. */
  issuer: Generated<string | null>;
  /** When its owner last proved the identity within the session, by a code or at the provider. */
  confirmed_at: Generated<string | null>;
}

/** The user that an account at an OpenID provider belongs to. */
export interface ProviderAccountRow {
  issuer: string;
  /** The provider's permanent identifier of the user. */
  subject: string;
  user_id: string;
  linked_at: string;
}

export interface SecondFactorTable {
  user_id: string;
  /** The secret of the codes, sealed with a key that is not in the database. */
  sealed_secret: string;
  /** Null until the user typed the first code; until then the second factor is not required. */
  confirmed_at: string | null;
  /** The 30-second step of the last accepted code: neither it nor an earlier one is accepted again. */
  last_step: Generated<number>;
}

export interface RecoveryCodeRow {
  /** SHA-256 of the code, which has 148 random bits (123 in earlier versions), in hexadecimal. */
  code_hash: string;
  user_id: string;
}

export interface ApiKeyTable {
  id: string;
  company_id: string;
  name: string;
  /** The first characters of the key, to recognise it. */
  prefix: string;
  /** SHA-256 of the key, which has 256 random bits, in hexadecimal. */
  key_hash: string;
  /** Currently only 'leitura'. */
  scope: string;
  created_at: string;
  expires_at: string;
  /** Accurate to a minute; null before the first use. */
  last_used_at: string | null;
  revoked_at: string | null;
}

/** A user's only password reset link; a newer one replaces it. */
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
  /** The secrets that the processes of an installation sign with, by purpose. */
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
