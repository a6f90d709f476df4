import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { InvalidLinkPage } from '~/features/identity/web/invalid-link'
import { meQuery } from '~/features/identity/web/queries'
import { VerifyPanel } from '~/features/identity/web/verify-panel'
import { linkQuery } from '~/features/identity/web/sign-in-queries'
import { parseLinkToken } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/auth/verify')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: ({ token }: Record<string, unknown>) => ({
    token: parseLinkToken(token),
  }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ context: { queryClient }, deps: { token } }) => {
    await Promise.all([
      queryClient.ensureQueryData(linkQuery('verify_email', token)),
      queryClient.ensureQueryData(meQuery()),
    ])
  },
  head: ({ match }) =>
    createPrivateHead(match, 'Verify your email address', { name: 'referrer', content: 'no-referrer' }),
  component: VerifyRoute,
})

function VerifyRoute() {
  const { token } = Route.useSearch()
  const query = linkQuery('verify_email', token)
  const queryClient = useQueryClient()
  const { data: link } = useSuspenseQuery(query)
  const { data: me } = useSuspenseQuery(meQuery())
  if ((link.state === 'open' || link.state === 'verified') && link.email !== null) {
    return (
      <AuthPage stock="yellow" poster={['Say it’s', 'you, and', 'you’re in.']} back="/auth">
        <VerifyPanel
          token={token}
          email={link.email}
          isVerified={link.state === 'verified'}
          needsPassword={link.needsPassword}
          me={me}
          onInvalid={() => void queryClient.invalidateQueries(query)}
        />
      </AuthPage>
    )
  }
  return <InvalidLinkPage type="signup" token={token} link={link} />
}
