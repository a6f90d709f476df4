import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { redirectWhenLinked } from '~/features/identity/web/redirect-when-linked'
import { ProviderReturn, ReturnFailed } from '~/features/identity/web/provider-return'
import { meQuery } from '~/features/identity/web/queries'
import { createPrivateHead } from './-frame/page-head'

type CallbackSearch = Record<
  'code' | 'next' | 'linked' | 'error_code' | 'error_description',
  string | undefined
>

export const Route = createFileRoute('/auth/callback')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: (search: Record<string, unknown>): CallbackSearch => ({
    code: parseText(search['code']),
    next: parseText(search['next']),
    linked: parseText(search['linked']),
    error_code: parseText(search['error_code']),
    error_description: parseText(search['error_description']),
  }),
  loaderDeps: ({ search: { linked, next } }) => ({ linked, next }),
  loader: async ({ context, deps }) => {
    redirectWhenLinked(deps)
    await context.queryClient.ensureQueryData(meQuery())
  },
  head: ({ match }) => createPrivateHead(match, 'Signing in', { name: 'referrer', content: 'no-referrer' }),
  component: CallbackRoute,
})

function CallbackRoute() {
  const { code, next, error_code, error_description } = Route.useSearch()
  const { data: me } = useSuspenseQuery(meQuery())
  if (code !== undefined && error_code === undefined)
    return (
      <AuthPage stock="mint" poster={['Back from', 'the other', 'side.']} back="/auth">
        <ProviderReturn code={code} next={next} />
      </AuthPage>
    )
  return (
    <AuthPage stock="coral" poster={['That was', 'the wrong', 'door.']} back="/auth">
      <ReturnFailed code={error_code} description={error_description} me={me} next={next} />
    </AuthPage>
  )
}

/** The router parses numeric text as a number. */
function parseText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined
}
