import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { meQuery } from '~/features/identity/web/queries'
import { SetupClaim, SetupForm, SetupUnavailable } from '~/features/identity/web/setup'
import { setupQuery } from '~/features/identity/web/sign-in-queries'
import { parseLinkToken } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

/** The URL printed at startup while there is no admin. */
export const Route = createFileRoute('/setup')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: ({ token }: Record<string, unknown>) => ({
    token: parseLinkToken(token),
  }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ context: { queryClient }, deps: { token } }) => {
    await Promise.all([
      queryClient.ensureQueryData(meQuery()),
      queryClient.ensureQueryData(setupQuery(token)),
    ])
  },
  // The URL contains a secret that must not leak to other sites in the referrer.
  head: ({ match }) =>
    createPrivateHead(match, 'Set up this site', { name: 'referrer', content: 'no-referrer' }),
  component: SetupRoute,
})

function SetupRoute() {
  const { token } = Route.useSearch()
  const query = setupQuery(token)
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery())
  const { data: setup } = useSuspenseQuery(query)
  const refetchSetup = () => void queryClient.invalidateQueries(query)
  if (setup.state !== 'open')
    return (
      <AuthPage stock="coral" poster={['Doors', 'are', 'open.']} back="/">
        <SetupUnavailable state={setup.state} isSignedIn={me !== null} />
      </AuthPage>
    )
  return (
    <AuthPage stock="yellow" poster={['Someone', 'has to hold', 'the keys.']} back="/">
      {me === null ? (
        <SetupForm token={token} onOver={refetchSetup} />
      ) : (
        <SetupClaim token={token} me={me} onOver={refetchSetup} />
      )}
    </AuthPage>
  )
}
