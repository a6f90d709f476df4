import { createFileRoute, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AuthPage } from '~/features/identity/web/auth-page'
import { requireSignedIn } from '~/features/identity/web/guards'
import { OtherMethods, fetchOtherMethods } from '~/features/identity/web/settings/other-methods'
import { ReauthenticationProvider } from '~/features/identity/web/settings/reauthentication-provider'
import { createPrivateHead } from './-frame/page-head'

/** The step after setting a new password. Skipped for accounts without methods to list. */
export const Route = createFileRoute('/sign-in-methods')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: typeof next === 'string' ? next : undefined,
  }),
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: async ({ context: { queryClient, me }, deps: { next } }) => {
    const { hasMethods, path } = await fetchOtherMethods(queryClient, { roles: me.roles, next })
    if (!hasMethods) throw redirect({ href: path, replace: true })
    return { path }
  },
  head: ({ match }) => createPrivateHead(match, 'Sign-in methods'),
  component: MethodsRoute,
})

function MethodsRoute() {
  const { path } = Route.useLoaderData()
  return (
    <AuthPage stock="lilac" poster={['New', 'password,', 'same you.']} back="/">
      <Suspense>
        <ReauthenticationProvider>
          <OtherMethods next={path} />
        </ReauthenticationProvider>
      </Suspense>
    </AuthPage>
  )
}
