import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastsWanted } from './toast'

const ToastRegion = lazy(() => import('./toast-region'))

/** Where `notify` speaks. Once, in the root, inside ThemeProvider. Nothing until the first word. */
export function Toaster() {
  const isWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false)
  return isWanted ? (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  ) : null
}
