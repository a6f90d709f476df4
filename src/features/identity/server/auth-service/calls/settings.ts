import { findProviders } from '../../providers/list-providers'
import type { AuthCall } from '../auth-call'

export const settingsCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/settings',
    handle: async ({ context: { config, sms } }) => ({
      external: {
        ...Object.fromEntries(findProviders(config.auth).map(({ name }) => [name, true])),
        email: true,
        phone: sms.isOn,
        anonymous_users: false,
      },
      disable_signup: config.auth.disableSignup,
      mailer_autoconfirm: !config.auth.confirmEmail,
      phone_autoconfirm: false,
      sms_provider: config.auth.sms?.kind ?? '',
      saml_enabled: config.auth.sso.some(({ kind }) => kind === 'saml'),
      passkeys_enabled: true,
    }),
  },
  {
    method: 'GET',
    path: '/health',
    handle: async () => ({
      name: 'GoTrue',
      version: 'v2',
      description: 'Back to Back auth service, GoTrue protocol',
    }),
  },
]
