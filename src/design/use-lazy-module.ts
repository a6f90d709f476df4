import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads the module of a part once it is needed; undefined until it is loaded, and on the server. If loading fails,
 * React's `lazy` would replace the whole page and lose typed text. Here `onFailure` is called, or the page does without
 * the part; the next use retries.
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
