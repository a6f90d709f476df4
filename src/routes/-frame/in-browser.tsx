import { type ReactNode, Suspense, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** What only the browser shows, once it has loaded it; until then, and on the server, `place` holds its room. */
export function InBrowser({ place = null, children }: { place?: ReactNode; children: ReactNode }) {
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isBrowser ? <Suspense fallback={place}>{children}</Suspense> : place
}
