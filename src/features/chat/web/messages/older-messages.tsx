import { useEffect, useRef, useEffectEvent } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import styles from './message-list.module.css'

export type OlderState = 'more' | 'loading' | 'failed' | 'beginning'

type OlderMessagesProps = {
  state: OlderState
  roomName: string
  /** Called while the upper end of the list is near the view, possibly several times. */
  onNeeded: () => void
}

/** How far above the view the list's upper end may be when older messages start to load. */
const AHEAD = '800px 0px 0px 0px'

/** The upper end of the list: loads older messages when it comes near the view, or says that there are none. */
export function OlderMessages({ state, roomName, onNeeded }: OlderMessagesProps) {
  const edge = useRef<HTMLDivElement>(null)
  const want = useEffectEvent(onNeeded)
  // Runs after each render: loaded messages may not fill the screen, and the observer reports nothing while the upper
  // end stays in view.
  useEffect(() => {
    const here = edge.current
    if (!here || state !== 'more' || typeof IntersectionObserver === 'undefined') return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && want(), {
      root: here.closest('[role="log"]'),
      rootMargin: AHEAD,
    })
    watch.observe(here)
    return () => watch.disconnect()
  })
  return (
    <div ref={edge} className={classNames('small faint', styles.edge)}>
      {state === 'beginning' && <p>This is the beginning of {roomName}.</p>}
      {(state === 'more' || state === 'loading') && (
        <Button size="sm" variant="ghost" busy={state === 'loading' && 'Loading'} onClick={onNeeded}>
          Show older messages
        </Button>
      )}
      {state === 'failed' && (
        <>
          <output>Older messages couldn’t be loaded.</output>
          <Button size="sm" onClick={onNeeded}>
            Try again
          </Button>
        </>
      )}
    </div>
  )
}
