import { createAuthClient, createDevice } from './auth-client'
import { createBrowser } from './provider-browser'
import type { startTestApp } from './app'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type SignInOptions = Parameters<ReturnType<typeof createAuthClient>['client']['signInWithOAuth']>[0]

/** The address of an app that the operator has allowed. */
export const APP = 'https://app.example/welcome'

/** Parses the query and fragment of the address at which an app gets the result. */
export function readLanding(address: string) {
  const url = new URL(address)
  const fragment = new URLSearchParams(url.hash.slice(1))
  return {
    at: `${url.origin}${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(fragment),
    code: url.searchParams.get('code') ?? '',
  }
}

/** Signs a person in at a provider: gets the address from the real client and opens it in a browser. */
export async function goByProvider(
  { address, someAddress }: Pick<TestApp, 'address' | 'someAddress'>,
  {
    as,
    provider = 'google',
    flowType = 'implicit',
    ...more
  }: {
    as: string
    provider?: SignInOptions['provider']
    flowType?: 'implicit' | 'pkce'
    redirectTo?: string
    scopes?: string
    queryParams?: Record<string, string>
  },
) {
  const ip = someAddress()
  const app = createAuthClient(address, { flowType, ip, device: createDevice() })
  const browser = createBrowser(address, { ip })
  const { data } = await app.client.signInWithOAuth({
    provider,
    options: { redirectTo: APP, skipBrowserRedirect: true, ...more },
  })
  // The client uses its configured address; the product's own differs here.
  const start = (data.url ?? '').replace(address, 'http://localhost:3000')
  const page = await browser.open(start, { as })
  return { ...app, browser, start, page, landing: readLanding(page.url) }
}
