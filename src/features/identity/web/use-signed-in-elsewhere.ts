import { useEffect, useRef } from 'react'
import { getLandingPath } from '../rules/home-path'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'

/**
 * Detects that the email's link was used in another tab, which uses up its code, too. Returns a function that checks
 * whether this browser is signed in or pending two-step verification, and then continues to `next`; it resolves to true
 * if so. Also checks when the page gets the focus or becomes visible.
 */
export function useSignedInElsewhere(
  next: string | undefined,
  onEntered: () => void,
): () => Promise<boolean> {
  const enter = useAfterSignIn()
  const looking = useRef<Promise<boolean>>(undefined)
  // One check at a time, because the browser fires two events when the tab gets the focus.
  const goOn = () =>
    (looking.current ??= goOnIfEntered().finally(() => {
      looking.current = undefined
    }))
  async function goOnIfEntered(): Promise<boolean> {
    const entered = await findEntered(next).catch(() => undefined)
    if (entered === undefined) return false
    await enter(entered)
    onEntered()
    return true
  }
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && goOn())
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  })
  return goOn
}

async function findEntered(next: string | undefined) {
  const me = await identity.me.call()
  if (me !== null) return { me, landingPath: getLandingPath(me.roles, next) }
  if ((await identity.pending.call()) === null) return undefined
  const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`
  return { me: null, landingPath: `/auth/factor${query}` }
}
