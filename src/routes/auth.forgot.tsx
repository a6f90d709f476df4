import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { BackLink } from '~/design/page-head'
import { AuthPage } from '~/features/identity/web/auth-page'
import { ForgotForm } from '~/features/identity/web/forgot-form'
import { signInMethodsQuery } from '~/features/identity/web/sign-in-queries'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/auth/forgot')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: typeof next === 'string' ? next : undefined,
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(signInMethodsQuery()),
  head: ({ match }) => createPrivateHead(match, 'Forgotten password'),
  component: ForgotRoute,
})

function ForgotRoute() {
  const { next } = Route.useSearch()
  const email = useLocation({ select: ({ state }) => state.email })
  const { data: ways } = useSuspenseQuery(signInMethodsQuery())
  const back = (
    <BackLink to="/auth" search={{ tab: 'sign-in', next }}>
      Sign In
    </BackLink>
  )
  return (
    <AuthPage stock="lilac" poster={['Happens to', 'the best', 'of us.']} back={back}>
      <ForgotForm methods={ways} email={email} next={next} />
    </AuthPage>
  )
}
