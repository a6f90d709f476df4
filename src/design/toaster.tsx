import { useSyncExternalStore } from 'react'
import { toastsWanted } from './toast'
import { usePart } from './use-part'

const load = () => import('./toast-region')

/** Where `notify` speaks. Once, in the root, inside ThemeProvider. Nothing until the first word. */
export function Toaster() {
  const isWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false)
  const part = usePart(load, isWanted, toastsWanted.giveUp)
  return part ? <part.default /> : null
}
