import type { Generated } from 'kysely';
import { table } from './table.ts';

export const accountTables = {
  account: table({
    onPages: {
      by: ['account_id'],
      unseen: ['email', 'email_key', 'email_confirmed_at', 'password_hash', 'has_look_keys'],
    },
    owner: 'accounts',
    otherWriters: ['platform/auth'],
    rows: 'shared',
  }).columns<{
    account_id: Generated<number>;
    name: string;
    name_key: string;
    email: string;
    email_key: string;
    email_confirmed_at: Date | null;
    password_hash: string;
    supporter_until: Date | null;
    created_at: Date;
    /** false: created before look-alike keys existed; they are added before the next account is created */
    has_look_keys: Generated<boolean>;
  }>(),

  /** Keys for comparing names and custom addresses: two accounts never share a key. */
  account_look: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    look_key: string;
    account_id: number;
    /** of a former name: when others may use it; null: of the current name or an address */
    free_at: Date | null;
    /** whether an address of the account, current or former, has this key */
    of_address: Generated<boolean>;
  }>(),

  /** A name that the account had until then. */
  former_name: table({ onPages: { by: ['account_id'] }, owner: 'accounts', rows: 'shared' }).columns<{
    account_id: number;
    name: string;
    changed_at: Date;
  }>(),

  email_token: table({
    onPages: 'never',
    owner: 'accounts',
    otherWriters: ['platform/auth'],
    rows: 'shared',
  }).columns<{
    token_hash: string;
    account_id: number;
    purpose: 'confirm' | 'reset' | 'change' | 'reopen';
    expires_at: Date;
    /** the new address, if it is to be changed */
    email: string | null;
    /** when the link confirmed an address; other links are deleted when they are used */
    used_at: Date | null;
  }>(),

  role_grant: table({
    onPages: { by: ['account_id'] },
    owner: 'accounts',
    otherWriters: ['platform/auth'],
    rows: 'shared',
  }).columns<{
    account_id: number;
    /** null: on every site */
    site: string | null;
    level: number;
    granted_by: number | null;
    granted_at: Date;
  }>(),

  session: table({
    onPages: 'never',
    owner: 'accounts',
    otherWriters: ['platform/auth'],
    rows: 'shared',
  }).columns<{
    id_hash: string;
    account_id: number;
    site: string;
    created_at: Date;
    expires_at: Date;
    /** id in lists and addresses: the secret id is known only to the browser */
    session_id: Generated<number>;
    /** at most a few minutes old while the browser is in use */
    last_seen_at: Date;
    /** e.g. "Firefox on Linux"; empty if unknown */
    browser: Generated<string>;
    /** when a second factor was proven in this session; null: password only */
    factor_at: Date | null;
  }>(),

  account_factor: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    factor_id: Generated<number>;
    account_id: number;
    kind: 'app' | 'passkey';
    name: string;
    created_at: Date;
    /** null: an app that is being set up */
    confirmed_at: Date | null;
    last_used_at: Date | null;
    sealed_secret: string | null;
    last_step: number | null;
    /** base64url */
    credential_id: string | null;
    /** base64url */
    public_key: string | null;
    counter: number | null;
    /** separated by commas */
    transports: string | null;
    /** the WebAuthn RP ID */
    domain: string | null;
  }>(),

  recovery_code: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    account_id: number;
    code_hash: string;
  }>(),

  second_step: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    id_hash: string;
    account_id: number;
    site: string;
    tries: Generated<number>;
    expires_at: Date;
  }>(),

  passkey_challenge: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    challenge: string;
    holder: string;
    account_id: number;
    site: string;
    domain: string;
    expires_at: Date;
  }>(),

  api_token: table({
    onPages: 'never',
    owner: 'accounts',
    otherWriters: ['platform/auth'],
    rows: 'shared',
  }).columns<{
    token_id: Generated<number>;
    account_id: number;
    name: string;
    token_hash: string;
    scopes: string[];
    created_at: Date;
    /** null: never */
    expires_at: Date | null;
    /** at most a few minutes old while the token is in use */
    last_used_at: Date | null;
    /** the application that got it; null: its owner created it */
    application_id: number | null;
  }>(),

  /** A program or site of others that gets API tokens of users who allow it. */
  oauth_application: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    application_id: Generated<number>;
    /** by which its requests name it; no secret */
    client_id: string;
    /** of the user who registered it */
    account_id: number;
    name: string;
    website: string;
    redirect_addresses: string[];
    created_at: Date;
  }>(),

  /** A code that an application exchanges once for an API token. */
  oauth_code: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    code_hash: string;
    application_id: number;
    /** of the user who allowed it */
    account_id: number;
    /** the edition that issued it */
    site: string;
    redirect_address: string;
    /** the SHA-256 of the verifier, as base64url */
    challenge: string;
    scopes: string[];
    expires_at: Date;
    used_at: Date | null;
    /** what it was exchanged for; null: nothing, or a token that was withdrawn */
    token_id: number | null;
  }>(),

  /** The networks from which an account was used, hashed with a key that is replaced every 30 days. */
  account_address: table({
    onPages: 'never',
    owner: 'accounts',
    otherWriters: ['platform/auth'],
    rows: 'shared',
  }).columns<{
    account_id: number;
    address_hash: string;
    last_seen_at: Date;
  }>(),

  /** A client of the whole installation that had to wait for others or was refused, or whose limits are lifted. */
  limited_client: table({ onPages: 'never', owner: 'platform/admission', rows: 'shared' }).columns<{
    /** of its network or account, as in rate_limit */
    client_hash: string;
    /** null: a network */
    account_id: number | null;
    /** requests that waited when it was last seen */
    waiting: number;
    /** requests refused since `since` */
    refused: number;
    since: Date;
    last_at: Date;
    lifted_until: Date | null;
  }>(),

  /** An account that is closed: hidden, and possibly to be erased. */
  account_closing: table({ onPages: { by: ['account_id'] }, owner: 'accounts', rows: 'shared' }).columns<{
    account_id: number;
    state: 'closed' | 'reopening' | 'erasing' | 'erased';
    by_owner: boolean;
    /** of the crew; empty if the owner closed it */
    reason: string;
    tracks: 'kept' | 'removed';
    origin: string;
    closed_at: Date;
    /** null: not erased automatically */
    erase_at: Date | null;
  }>(),

  /** The one export of an account's own data. */
  account_export: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    export_id: Generated<number>;
    account_id: number;
    site: string;
    requested_at: Date;
    /** null: being made */
    ready_at: Date | null;
    size_bytes: Generated<number>;
  }>(),

  account_export_file: table({ onPages: 'never', owner: 'accounts', rows: 'shared' }).columns<{
    export_id: number;
    position: number;
    name: string;
    sha256: string;
    size_bytes: number;
    modified_at: Date;
  }>(),
};
