import { useSyncExternalStore } from 'react'
import { toastLoading } from './toast'
import { useLazyModule } from './use-lazy-module'

const load = () => import('./toast-region')

/** Renders the toasts of `notify`. Mount once, in the root, inside ThemeProvider. Empty until the first toast. */
export function Toaster() {
  const isRequested = useSyncExternalStore(toastLoading.subscribe, toastLoading.get, () => false)
  const part = useLazyModule(load, isRequested, toastLoading.reset)
  return part ? <part.default /> : null
}
