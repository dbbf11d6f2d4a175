import type { Generated } from 'kysely';

export interface AccountTable {
  account_id: Generated<number>;
  name: string;
  name_key: string;
  email: string;
  email_key: string;
  email_confirmed_at: Date | null;
  password_hash: string;
  supporter_until: Date | null;
  created_at: Date;
}

export interface SessionTable {
  id_hash: string;
  account_id: number;
  site: string;
  created_at: Date;
  expires_at: Date;
}

export interface EmailTokenTable {
  token_hash: string;
  account_id: number;
  purpose: 'confirm' | 'reset';
  expires_at: Date;
}

export interface RoleGrantTable {
  account_id: number;
  /** null: on every site */
  site: string | null;
  level: number;
  granted_by: number | null;
  granted_at: Date;
}

export interface AccountTables {
  account: AccountTable;
  session: SessionTable;
  email_token: EmailTokenTable;
  role_grant: RoleGrantTable;
}
