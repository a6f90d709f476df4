import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '~/design/button'

/** The lower end, while newer messages are not drawn because one is so far up. */
export function NewerMessages({ onWanted }: { onWanted: () => void }) {
  const edge = useRef<HTMLDivElement>(null)
  const want = useEffectEvent(onWanted)
  useEffect(() => {
    const here = edge.current
    if (!here || typeof IntersectionObserver === 'undefined') return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && want(), {
      root: here.closest('.ms'),
      rootMargin: '0px 0px 800px 0px',
    })
    watch.observe(here)
    return () => watch.disconnect()
  })
  return (
    <div ref={edge} className="old small m3">
      <Button size="sm" variant="ghost" onClick={onWanted}>
        Show newer messages
      </Button>
    </div>
  )
}
