import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { InvalidLinkPage } from '~/features/identity/web/invalid-link'
import { linkQuery } from '~/features/identity/web/sign-in-queries'
import { ResetForm } from '~/features/identity/web/reset-form'
import { parseLinkToken } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/auth/reset')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: ({
    token,
    next,
  }: Record<string, unknown>): { token: string; next?: string | undefined } => ({
    token: parseLinkToken(token),
    next: typeof next === 'string' ? next : undefined,
  }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: ({ context, deps: { token } }) => context.queryClient.ensureQueryData(linkQuery('recover', token)),
  // The URL contains a secret that must not leak to other sites in the referrer.
  head: ({ match }) => createPrivateHead(match, 'New password', { name: 'referrer', content: 'no-referrer' }),
  component: ResetRoute,
})

function ResetRoute() {
  const { token, next } = Route.useSearch()
  const query = linkQuery('recover', token)
  const queryClient = useQueryClient()
  const { data: link } = useSuspenseQuery(query)
  if (link.state === 'open' && link.email !== null) {
    return (
      <AuthPage stock="lilac" poster={['Happens to', 'the best', 'of us.']} back="/auth">
        <ResetForm
          token={token}
          email={link.email}
          next={next}
          onInvalid={() => void queryClient.invalidateQueries(query)}
        />
      </AuthPage>
    )
  }
  return <InvalidLinkPage type="recovery" token={token} link={link} next={next} />
}
