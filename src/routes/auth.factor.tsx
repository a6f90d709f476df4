import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { FactorPanel } from '~/features/identity/web/factor-panel'
import { redirectWhenSignedIn } from '~/features/identity/web/guards'
import { CancelPendingSignIn } from '~/features/identity/web/cancel-pending-sign-in'
import { requirePending } from '~/features/identity/web/pending-guard'
import { signInMethodsQuery } from '~/features/identity/web/sign-in-queries'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/auth/factor')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: ({ next }: Record<string, unknown>) => ({
    next: typeof next === 'string' ? next : undefined,
  }),
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: async ({ context, deps: { next } }) => {
    await redirectWhenSignedIn(context, { next })
    const [pending] = await Promise.all([
      requirePending(context, next),
      context.queryClient.ensureQueryData(signInMethodsQuery()),
    ])
    return pending
  },
  head: ({ match }) => createPrivateHead(match, 'Two-step verification'),
  component: FactorRoute,
})

function FactorRoute() {
  const { next } = Route.useSearch()
  const pending = Route.useLoaderData()
  const { data: ways } = useSuspenseQuery(signInMethodsQuery())
  return (
    <AuthPage
      stock="sky"
      poster={['One more,', 'then we stop', 'asking.']}
      back={<CancelPendingSignIn next={next} />}
    >
      <FactorPanel pending={pending} methods={ways} next={next} />
    </AuthPage>
  )
}
