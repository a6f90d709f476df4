import { identity } from './queries'
import { useEnter } from './use-enter'

/**
 * After somebody became more than they were: everything read so far was read as who they were before, so all of it is read
 * again, and they go to `landingPath`.
 */
export function useRefreshMe(): (landingPath: string) => Promise<void> {
  const enter = useEnter()
  return async (landingPath) => {
    const me = await identity.me.call().catch(() => null)
    if (me !== null) return enter({ me, landingPath })
    // It could not be read: the whole page anew asks again.
    window.location.assign(landingPath)
  }
}
