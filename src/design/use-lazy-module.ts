import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads a module when it is requested. Returns undefined until then, and on the server. A failure calls `onFailure`,
 * and the next request retries. React's `lazy` would instead replace the whole page and lose typed text.
 */
export function useLazyModule<Module>(
  load: () => Promise<Module>,
  isRequested: boolean,
  onFailure?: () => void,
): Module | undefined {
  const [part, setPart] = useState<{ module: Module }>()
  const start = useEffectEvent(load)
  const fail = useEffectEvent(() => onFailure?.())
  const isMissing = isRequested && part === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let isOver = false
    start().then(
      (module) => !isOver && setPart({ module }),
      () => !isOver && fail(),
    )
    return () => {
      isOver = true
    }
  }, [isMissing])
  return part?.module
}
