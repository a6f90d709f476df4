import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { InvalidLinkPage } from '~/features/identity/web/invalid-link'
import { EmailedLinkPanel } from '~/features/identity/web/emailed-link-panel'
import { meQuery } from '~/features/identity/web/queries'
import { emailedLinkQuery } from '~/features/identity/web/sign-in-queries'
import { parseLinkToken } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

const pages = { signup: '/auth/verify', recovery: '/auth/reset' } as const
type LinkSearch = {
  token: string
  type: 'magiclink' | 'invite' | 'email_change' | keyof typeof pages
  next: string | undefined
}

export const Route = createFileRoute('/auth/link')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: readSearch,
  loaderDeps: ({ search: { token, type, next } }) => ({ token, type, next }),
  loader: async ({ context: { queryClient }, deps: { token, type, next } }) => {
    if (type === 'signup' || type === 'recovery')
      throw redirect({ to: pages[type], search: { token, next }, replace: true })
    await Promise.all([
      queryClient.ensureQueryData(emailedLinkQuery(type, token)),
      queryClient.ensureQueryData(meQuery()),
    ])
  },
  // The URL contains a secret that must not leak to other sites in the referrer.
  head: ({ match }) => createPrivateHead(match, 'Your link', { name: 'referrer', content: 'no-referrer' }),
  component: LinkRoute,
})

function LinkRoute() {
  const { token, type, next } = Route.useSearch()
  const query = emailedLinkQuery(type, token)
  const queryClient = useQueryClient()
  const { data: link } = useSuspenseQuery(query)
  const { data: me } = useSuspenseQuery(meQuery())
  if (link.state === 'open' && link.email !== null && type !== 'signup' && type !== 'recovery') {
    return (
      <AuthPage stock="mint" poster={['Say it’s', 'you, and', 'you’re in.']} back="/auth">
        <EmailedLinkPanel
          type={type}
          token={token}
          email={link.email}
          change={link.change}
          me={me}
          next={next}
          onInvalid={() => void queryClient.invalidateQueries(query)}
        />
      </AuthPage>
    )
  }
  return <InvalidLinkPage type={type} token={token} link={link} next={next} />
}

function readSearch({ token, type, next }: Record<string, unknown>): LinkSearch {
  const isKnown = type === 'invite' || type === 'email_change' || type === 'signup' || type === 'recovery'
  return {
    token: parseLinkToken(token),
    type: isKnown ? type : 'magiclink',
    next: typeof next === 'string' ? next : undefined,
  }
}
