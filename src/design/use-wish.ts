import { useEffect, useEffectEvent } from 'react'

// In sessionStorage, not in the URL: otherwise a link could act for the person who follows it.
const placeOf = (name: string) => `wish:${name}`

/** Stores what a signed-out person asked for, so that it is done once they come back signed in. */
export function rememberWish(name: string, value: string): void {
  try {
    sessionStorage.setItem(placeOf(name), value)
  } catch {
    // Without storage they ask again.
  }
}

export function readWish(name: string): string | undefined {
  try {
    return sessionStorage.getItem(placeOf(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Fulfils a stored wish as soon as it can be, once. */
export function useWish(name: string, isReady: boolean, fulfil: (value: string) => void): void {
  const run = useEffectEvent(fulfil)
  useEffect(() => {
    const value = isReady ? readWish(name) : undefined
    if (value === undefined) return
    sessionStorage.removeItem(placeOf(name))
    run(value)
  }, [name, isReady])
}
