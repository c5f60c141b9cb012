/**
 * The app database as it stands after the last migration, the same on SQLite and PostgreSQL: ids are UUID
 * text, moments ISO-8601 UTC text, flags the integers 0 and 1, JSON is text.
 */
import type { Role } from '../../shared/codes.ts';
import type { LoadTables } from './loads-schema.ts';

export type Flag = 0 | 1;

export interface CompanyRow {
  id: string;
  name: string;
  created_at: string;
}

export interface UserRow {
  id: string;
  email: string;
  /** The e-mail in lower case: what makes it unique and what sign-in looks for. */
  email_lower: string;
  first_name: string;
  last_name: string;
  role: Role;
  company_id: string | null;
  is_active: Flag;
  password_hash: string;
  created_at: string;
  updated_at: string;
}

export interface SessionRow {
  /** SHA-256 of the token in hexadecimal; the token itself is never stored. */
  token_hash: string;
  user_id: string;
  created_at: string;
  expires_at: string;
}

export interface IdentityTables {
  companies: CompanyRow;
  users: UserRow;
  sessions: SessionRow;
}

/** Each area adds its tables here by extending this interface. */
export interface Database extends IdentityTables, LoadTables {}
