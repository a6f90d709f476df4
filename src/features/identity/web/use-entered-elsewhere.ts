import { useEffect, useRef } from 'react'
import { landingPathFor } from '../rules/home-path'
import { identity } from './queries'
import { useEnter } from './use-enter'

/**
 * Whoever waits here for a code and meanwhile presses the email's link has used the code up with it. Answers what looks whether this
 * browser is signed in by now, or on its way to the second factor, and then goes on to `next`: true when it does. It also looks by
 * itself whenever the page is come back to.
 */
export function useEnteredElsewhere(next: string | undefined, onEntered: () => void): () => Promise<boolean> {
  const enter = useEnter()
  const looking = useRef<Promise<boolean>>(undefined)
  // One look at a time: of coming back to a tab the browser tells twice, and one of them is to go in.
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
  if (me !== null) return { me, landingPath: landingPathFor(me.roles, next) }
  if ((await identity.pending.call()) === null) return undefined
  const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`
  return { me: null, landingPath: `/auth/factor${query}` }
}
