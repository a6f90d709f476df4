import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'

/** Returns a function to call after the person's roles changed: it refetches everything and goes to `landingPath`. */
export function useRefreshMe(): (landingPath: string) => Promise<void> {
  const enter = useAfterSignIn()
  return async (landingPath) => {
    const me = await identity.me.call().catch(() => null)
    if (me !== null) return enter({ me, landingPath })
    // Refetching failed: reload the page instead.
    window.location.assign(landingPath)
  }
}
