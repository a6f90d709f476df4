import { hashKey, type Mutation, type QueryClient } from '@tanstack/react-query'
import { account } from '~/features/account/web/queries'
import { identity, meQuery } from '~/features/identity/web/queries'

// Each ends the session of this browser, or puts another in its place, and leads on by itself. Whatever else is on its way leaves it.
const ENDING = new Set(
  [
    identity.signOut,
    identity.signIn,
    identity.signUp,
    identity.resetPassword,
    identity.codes.enter,
    identity.codes.open,
    identity.recoveryCodes.use,
    identity.factors.verify,
    identity.passkeys.signIn,
    identity.providers.finish,
    identity.setup.open,
    account.removal.remove,
  ].map((call) => hashKey(call.mutationKey())),
)

export function endsSession({ options: { mutationKey } }: Pick<Mutation, 'options'>): boolean {
  return mutationKey !== undefined && ENDING.has(hashKey(mutationKey))
}

/**
 * Whether the session changes by what is done in this tab, which then leads on: known at once when nothing of the kind is on its way,
 * else when it has led on, or is over without.
 */
export function isDoneHere(queryClient: QueryClient): Promise<boolean> {
  const isDoing = () => queryClient.isMutating({ predicate: endsSession }) > 0
  if (!isDoing()) return Promise.resolve(false)
  const mine = hashKey(meQuery().queryKey)
  return new Promise((resolve) => {
    const stops = [
      // By hand: by whoever signs in or out in this tab.
      queryClient.getQueryCache().subscribe((event) => {
        if (event.query.queryHash !== mine || event.type !== 'updated') return
        if (event.action.type === 'success' && event.action.manual === true) answer(true)
      }),
      queryClient.getMutationCache().subscribe(() => {
        if (!isDoing()) answer(false)
      }),
    ]
    function answer(isHere: boolean): void {
      for (const stop of stops) stop()
      resolve(isHere)
    }
  })
}
