import { useSyncExternalStore } from 'react'
import { toastsWanted } from './toast'
import { usePart } from './use-part'

const load = () => import('./toast-region')

/** Renders the toasts of `notify`. Mount once, in the root, inside ThemeProvider. Empty until the first toast. */
export function Toaster() {
  const isWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false)
  const part = usePart(load, isWanted, toastsWanted.giveUp)
  return part ? <part.default /> : null
}
