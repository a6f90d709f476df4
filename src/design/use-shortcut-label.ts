import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined
const isMac = () => /mac|iphone|ipad/iu.test(navigator.platform)

/** Returns `⌘S` on a Mac, `Ctrl+S` elsewhere; undefined on the server, where the platform is unknown. */
export function useShortcutLabel(key: string): string | undefined {
  return useSyncExternalStore(
    subscribeToNothing,
    () => (isMac() ? `⌘${key}` : `Ctrl+${key}`),
    () => undefined,
  )
}
