import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The module of a part that is fetched once it is wanted; undefined until it has come, and on the server. React's `lazy`
 * would take the whole page down, and what was typed on it, when it cannot be fetched: `onFailure` is called instead, and
 * wanting it anew tries again.
 */
export function usePart<Module>(
  load: () => Promise<Module>,
  isWanted: boolean,
  onFailure: () => void,
): Module | undefined {
  const [part, setPart] = useState<{ module: Module }>()
  const start = useEffectEvent(load)
  const fail = useEffectEvent(onFailure)
  const isMissing = isWanted && part === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let isGone = false
    start().then(
      (module) => !isGone && setPart({ module }),
      () => !isGone && fail(),
    )
    return () => {
      isGone = true
    }
  }, [isMissing])
  return part?.module
}
