import { requireReauthentication } from '~/features/identity/server/public'
import { implementCalls } from '~/platform/rpc/implement'
import { apiKeysContract } from '../contract'
import type { Context } from './context'
import { createKey, listKeys, revokeKey } from './own-keys'

const calls = implementCalls<Context>()(apiKeysContract)

export const apiKeysCalls = calls.router({
  list: calls.list.handler(async ({ context }) => ({ keys: await listKeys(context) })),
  create: calls.create.handler(async ({ context, input }) => {
    await requireReauthentication(context)
    return createKey(context, input)
  }),
  revoke: calls.revoke.handler(async ({ context, input }) => {
    await revokeKey(context, input.id)
    return {}
  }),
})
