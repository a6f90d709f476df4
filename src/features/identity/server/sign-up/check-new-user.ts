import { randomUUID } from 'node:crypto'
import type { IdentityContext } from '../context'
import { callHook } from '../email-and-sms/call-hook'

interface NewUser {
  email?: string | null | undefined
  phone?: string | null | undefined
  /** 'email', 'phone' or the name of the provider. */
  provider: string
  metadata: Readonly<Record<string, unknown>>
}

/**
 * Asks the operator's hook, if there is one, whether this account may be created. Call it outside a transaction, and
 * also if the email or phone is taken: otherwise the response time reveals that.
 * @throws HookError; Error if the hook does not respond, because no account is created without it
 */
export async function checkNewUser(
  { config, ip, now }: Pick<IdentityContext, 'config' | 'ip' | 'now'>,
  { email, phone, provider, metadata }: NewUser,
): Promise<void> {
  const hook = config.auth.hooks.beforeUserCreated
  if (hook === undefined) return
  await callHook(hook, {
    metadata: {
      uuid: randomUUID(),
      time: now().toISOString(),
      name: 'before-user-created',
      ip_address: ip,
    },
    user: {
      email: email ?? '',
      phone: phone?.replace(/^\+/, '') ?? '',
      app_metadata: { provider, providers: [provider] },
      user_metadata: metadata,
      role: 'authenticated',
      aud: 'authenticated',
      is_anonymous: false,
    },
  })
}
