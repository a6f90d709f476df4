import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { DeadLink, posterOfDeadLink } from '~/features/identity/web/dead-link'
import { linkQuery } from '~/features/identity/web/way-queries'
import { ResetForm } from '~/features/identity/web/reset-form'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/auth/reset')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: ({
    token,
    next,
  }: Record<string, unknown>): { token: string; next?: string | undefined } => ({
    token: typeof token === 'string' && token.length <= 200 ? token : '',
    next: typeof next === 'string' ? next : undefined,
  }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: ({ context, deps: { token } }) => context.queryClient.ensureQueryData(linkQuery('recover', token)),
  // The address holds a secret: no other site may learn it from a link.
  head: ({ match }) => privateHead(match, 'New password', { name: 'referrer', content: 'no-referrer' }),
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
          onDead={() => void queryClient.invalidateQueries(query)}
        />
      </AuthPage>
    )
  }
  return (
    <AuthPage stock="coral" poster={posterOfDeadLink(link)} back="/auth">
      <DeadLink
        type="recovery"
        token={token}
        email={link.email}
        sentAt={link.sentAt}
        why={link.why}
        next={next}
      />
    </AuthPage>
  )
}
