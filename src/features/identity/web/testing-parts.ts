import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { type ComponentProps, createElement, type ReactNode } from 'react'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'
import type { Me } from './queries'
import type { SignInMethods } from './sign-in-queries'

export type Answer = (input: unknown) => unknown

/** A site with only email and password. */
export const noSignInMethods: SignInMethods = { providers: [], hasSso: false, hasPhone: false, captcha: null }

/**
 * Fakes the server with one answer per call of `identity`. The key is the last part of the call's path or, if two
 * calls share that part, the whole path, such as `passkeys.signIn`. `asked` collects the inputs under that key.
 */
export function fakeServer(answers: Record<string, Answer>): { asked: [call: string, input: unknown][] } {
  const asked: [string, unknown][] = []
  registerLink({
    call: async (path, input) => {
      const whole = path.slice(1).join('.')
      const name = whole in answers ? whole : (path.at(-1) ?? '')
      asked.push([name, input])
      const answer = answers[name]
      if (answer === undefined) throw new Error(`no answer defined for ${name}`)
      return answer(input)
    },
  })
  return { asked }
}

/** Renders a part at /auth; every other path renders itself as text, so that a test can check where the person is. */
export async function renderPart(
  part: ReactNode,
  address = '/auth',
  history: RouterHistory = createMemoryHistory({ initialEntries: [address] }),
) {
  // jsdom has no media queries, which the toaster needs.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const rootRoute = createRootRoute({ component: Outlet })
  const authRoute = createRoute({ getParentRoute: () => rootRoute, path: '/auth', component: () => part })
  const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: '$', component: Whereabouts })
  const router = createRouter({
    routeTree: rootRoute.addChildren([authRoute, elsewhere]),
    history,
  })
  function Whereabouts() {
    const href = useLocation({ select: (here) => here.href })
    return createElement('p', { 'data-testid': 'path' }, href)
  }
  await router.load()
  const page = createElement(
    ThemeProvider,
    { initial: 'dark' } as ComponentProps<typeof ThemeProvider>,
    createElement(RouterProvider, { router: router as never }),
    createElement(Toaster),
  )
  render(createElement(QueryClientProvider, { client: queryClient }, page))
  return {
    queryClient,
    path: async () => (await screen.findByTestId('path')).textContent,
    state: () => router.state.location.state,
  }
}

/** Call it after each test, because toasts outlive their page. */
export function clearParts(): void {
  notify.dismiss()
  cleanup()
  sessionStorage.clear()
  registerLink(undefined)
}

export const juno: Me & { email: string } = {
  id: '0198c3c0-0000-7000-8000-000000000001',
  fullName: 'Juno Okafor',
  email: 'juno@okafor.example',
  isEmailVerified: false,
  avatarUrl: null,
  roles: ['customer'],
  needsTwoStep: false,
  homePath: '/customer/dashboard',
}
