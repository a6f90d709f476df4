import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '~/design/button'
import { controlsOf, focusWhenFree } from '~/design/focus-when-free'
import { Icon } from '~/design/icon'
import { formatCount } from '~/lib/count'

type PageStepsProps = {
  /** Place of the first row in the whole list, from 1. */
  from: number
  count: number
  /** Undefined where nobody has counted. */
  total: number | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** `26–50 of 1,204`, and the ways on. At an end, whoever came by keyboard stands on the way back. */
export function PageSteps({ from, count, total, onPrevious, onNext }: PageStepsProps) {
  const nav = useRef<HTMLElement>(null)
  const shown = useRef(from)
  useEffect(() => {
    if (shown.current === from) return undefined
    shown.current = from
    return focusWhenFree(() => nav.current && controlsOf(nav.current)[0])
  }, [from])
  const to = from + count - 1
  // What was counted a moment ago may be less than what is shown now.
  const whole = total === undefined || total < to ? undefined : total
  return (
    <nav className="row between inv-steps" aria-label="Pages" ref={nav}>
      <p className="small m3">
        {formatCount(from)}–{formatCount(to)}
        {whole !== undefined && ` of ${formatCount(whole)}`}
      </p>
      <span className="row" style={{ '--g': '.5rem' } as object}>
        {onPrevious && (
          <Button size="sm" icon={ArrowLeft} onClick={onPrevious}>
            Previous
          </Button>
        )}
        {onNext && (
          <Button size="sm" onClick={onNext}>
            Next
            <Icon of={ArrowRight} />
          </Button>
        )}
      </span>
    </nav>
  )
}
