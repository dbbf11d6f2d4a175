import type { PersonalData } from '#platform/personal-data.ts';
import { handOverName } from './import.ts';

/** The account itself: closing it ends its sessions, tokens and applications, and `erasing.ts` erases its rows, once for all editions. */
export const accountData: PersonalData = {
  name: 'account',
  covers: [
    'account.account_id',
    'account_address.account_id',
    'account_closing.account_id',
    'account_export.account_id',
    'account_factor.account_id',
    'account_look.account_id',
    'api_token.account_id',
    'email_token.account_id',
    'former_name.account_id',
    'limited_client.account_id',
    'oauth_application.account_id',
    'oauth_code.account_id',
    'passkey_challenge.account_id',
    'profile.account_id',
    'profile.user_id',
    'recovery_code.account_id',
    'role_grant.account_id',
    'role_grant.granted_by',
    'second_step.account_id',
    'session.account_id',
  ],
  handOver: handOverName,
};
