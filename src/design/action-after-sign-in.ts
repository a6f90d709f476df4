import { useEffect, useEffectEvent } from 'react'

// Uses sessionStorage instead of the URL: a link must not run an action for the person who opens it.
const toStorageKey = (name: string) => `wish:${name}`

/** Stores an action a signed-out person requested, to run it after they sign in. */
export function storeActionForSignIn(name: string, value: string): void {
  try {
    sessionStorage.setItem(toStorageKey(name), value)
  } catch {
    // Without storage, the person repeats the action after they sign in.
  }
}

export function readActionForSignIn(name: string): string | undefined {
  try {
    return sessionStorage.getItem(toStorageKey(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Runs a stored action once, as soon as `isReady`. */
export function useActionAfterSignIn(name: string, isReady: boolean, perform: (value: string) => void): void {
  const run = useEffectEvent(perform)
  useEffect(() => {
    const value = isReady ? readActionForSignIn(name) : undefined
    if (value === undefined) return
    sessionStorage.removeItem(toStorageKey(name))
    run(value)
  }, [name, isReady])
}
